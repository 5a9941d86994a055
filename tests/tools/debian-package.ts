import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeTool, onPath, outputOf, toolIn, toolsDirectory } from './cache.ts'
import { fontsFile, writeFontsFile } from './fonts.ts'
import type { Source } from './program.ts'

export type DebianProgram = {
  packages: readonly [string, ...string[]]
  /** Where the packages install it. */
  program: string
  /** For a release of Debian whose package is too old: the later release to take it from. */
  later?: Readonly<Record<string, string>>
}

/**
 * Downloads packages, with what they need and this machine lacks, and unpacks them in the tools directory.
 * That needs no root and no package lists of the system, which stays as it is.
 */
export const debianPackage = (wanted: DebianProgram): Source => {
  const home = () => join(toolsDirectory(), `debian-${wanted.packages[0]}`)
  const starter = basename(wanted.program)
  return {
    name: 'Debian package',
    present: () => toolIn(home(), starter),
    canFetch: () => onPath('apt-get') !== null && onPath('dpkg-deb') !== null,
    fetch: () => makeTool(home(), starter, (workshop) => unpack(wanted, workshop)),
  }
}

const unpack = ({ packages, program, later = {} }: DebianProgram, directory: string): boolean => {
  const downloads = join(directory, 'downloads')
  mkdirSync(downloads)
  const apt = privateApt(downloads, later[codename()] ?? null)
  const names = apt === null ? null : missingPackages(apt, packages)
  if (apt === null || names === null) return false
  if (apt(['download', ...names]) === null) return false
  const files = readdirSync(downloads).filter((name) => name.endsWith('.deb'))
  const isUnpacked = files.every(
    (name) => outputOf('dpkg-deb', ['-x', join(downloads, name), join(directory, 'root')]) !== null,
  )
  rmSync(downloads, { recursive: true })
  writeStarter(directory, program)
  return isUnpacked && files.length > 0
}

type Apt = (parameters: readonly string[]) => string | null

/** apt-get with package lists of its own, just fetched, in a directory. Null when they cannot be had. */
const privateApt = (directory: string, release: string | null): Apt | null => {
  mkdirSync(join(directory, 'state/lists/partial'), { recursive: true })
  mkdirSync(join(directory, 'cache/archives/partial'), { recursive: true })
  const options = [
    `Dir::State=${join(directory, 'state')}`,
    `Dir::Cache=${join(directory, 'cache')}`,
    // What is installed here is known to the system alone.
    'Dir::State::status=/var/lib/dpkg/status',
    'Acquire::Languages=none',
    'Acquire::Retries=3',
    // As root, apt would download as a user who may not write here.
    'APT::Sandbox::User=root',
  ]
  const withOptions =
    (more: readonly string[]): Apt =>
    (parameters) =>
      outputOf(
        'apt-get',
        [...[...options, ...more].flatMap((option) => ['-o', option]), ...parameters],
        { cwd: directory },
      )
  const ofSystem = withOptions([])
  const apt = release === null ? ofSystem : withOptions(sourcesOf(release, directory, ofSystem))
  return apt(['update']) === null ? null : apt
}

/** Has apt use another release on the server that the system's own release comes from. */
const sourcesOf = (release: string, directory: string, apt: Apt): readonly string[] => {
  const lists = apt(['update', '--print-uris']) ?? ''
  const places = [...lists.matchAll(/^'(\S+)\/dists\/([^/]+)\/InRelease'/gm)]
  const [, server = ''] = places.find(([, , name]) => name === codename()) ?? []
  const file = join(directory, 'sources.list')
  writeFileSync(file, `deb [signed-by=${keyring}] ${server} ${release} main\n`)
  return [`Dir::Etc::sourcelist=${file}`, 'Dir::Etc::sourceparts=-']
}

/** Holds the keys of all current releases. */
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

const codename = (): string =>
  /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''

/** The packages and what they depend on that is not installed here; the C library stays the system's. */
const missingPackages = (apt: Apt, packages: readonly string[]): string[] | null => {
  const lines = apt([
    'install',
    ...['--yes', '--reinstall', '--print-uris', '--no-install-recommends'],
    ...packages,
  ])
  if (lines === null) return null
  const files = [...lines.matchAll(/^'[^']*' (\S+)_\S+_\S+\.deb /gm)].map((match) => match[1] ?? '')
  return files.filter((name) => name !== 'libc6')
}

const writeStarter = (home: string, program: string): void => {
  const lines = [
    '#!/bin/sh',
    'home=$(dirname "$(readlink -f "$0")")',
    'root="$home/root"',
    'libraries=$(find "$root" -name "*.so*" -exec dirname {} + | sort -u | paste -sd: -)',
    'export LD_LIBRARY_PATH="$libraries"',
    `export FONTCONFIG_FILE="$home/${fontsFile}"`,
    `exec "$root${program}" "$@"`,
  ]
  writeFontsFile(home, 'root/usr/share/fonts', fontsOfDebian)
  writeFileSync(join(home, basename(program)), `${lines.join('\n')}\n`, { mode: 0o755 })
}

/** A browser finds these fonts by its usual names, as on a system where the packages are installed. */
const fontsOfDebian = {
  serif: 'Liberation Serif',
  'Times New Roman': 'Liberation Serif',
  'sans-serif': 'Liberation Sans',
  Arial: 'Liberation Sans',
  monospace: 'Liberation Mono',
}
