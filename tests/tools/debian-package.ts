import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeTool, onPath, outputOf, toolIn, toolsDirectory } from './cache.ts'
import { fontsFile, writeFontsFile } from './fonts.ts'
import type { Source } from './program.ts'

export type DebianProgram = {
  packages: readonly [string, ...string[]]
  /** Path of the program in the installed packages. */
  program: string
  /** A later release of the distribution to use where the release's own package is too old. */
  later?: Readonly<Record<string, string>>
  /** Whether a program of a later release needs the C library of that release. */
  withLibrary?: boolean
}

/**
 * Downloads packages with their missing dependencies and unpacks them in the tools directory. It needs no
 * root permissions, and leaves the system and its package lists unchanged.
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

const unpack = (wanted: DebianProgram, directory: string): boolean => {
  const { packages, program, later = {}, withLibrary = false } = wanted
  const downloads = join(directory, 'downloads')
  mkdirSync(downloads)
  const apt = privateApt(downloads, later[ofSystem('VERSION_CODENAME')] ?? null)
  const missing = apt === null ? null : missingPackages(apt, packages)
  const names = missing?.filter((name) => withLibrary || name !== 'libc6') ?? null
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

/** apt-get with freshly fetched package lists in a directory of its own. Null if they cannot be fetched. */
const privateApt = (directory: string, release: string | null): Apt | null => {
  mkdirSync(join(directory, 'state/lists/partial'), { recursive: true })
  mkdirSync(join(directory, 'cache/archives/partial'), { recursive: true })
  const options = [
    `Dir::State=${join(directory, 'state')}`,
    `Dir::Cache=${join(directory, 'cache')}`,
    // The list of installed packages is the system's.
    'Dir::State::status=/var/lib/dpkg/status',
    'Acquire::Languages=none',
    'Acquire::Retries=3',
    // As root, apt would download as a user without write permission here.
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
  const plain = withOptions([])
  const apt = release === null ? plain : withOptions(sourcesOf(release, directory, plain))
  return apt(['update']) === null ? null : apt
}

/** Makes apt use another release on the same server as the system's own release. */
const sourcesOf = (release: string, directory: string, apt: Apt): readonly string[] => {
  const lists = apt(['update', '--print-uris']) ?? ''
  const places = [...lists.matchAll(/^'(\S+)\/dists\/([^/]+)\/InRelease'/gm)]
  const [, server = ''] = places.find(([, , name]) => name === ofSystem('VERSION_CODENAME')) ?? []
  const { keyring, components } = archives[ofSystem('ID')] ?? archives.debian
  const file = join(directory, 'sources.list')
  writeFileSync(file, `deb [signed-by=${keyring}] ${server} ${release} ${components}\n`)
  return [`Dir::Etc::sourcelist=${file}`, 'Dir::Etc::sourceparts=-']
}

type Archive = { components: string; keyring: string }

/** Each keyring contains the keys of all current releases. */
const archives: Readonly<Record<string, Archive> & Record<'debian', Archive>> = {
  debian: { components: 'main', keyring: '/usr/share/keyrings/debian-archive-keyring.gpg' },
  ubuntu: {
    components: 'main universe',
    keyring: '/usr/share/keyrings/ubuntu-archive-keyring.gpg',
  },
}

const ofSystem = (name: 'ID' | 'VERSION_CODENAME'): string =>
  new RegExp(`^${name}=(\\w+)$`, 'm').exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''

/** The packages and their dependencies that are not installed here. */
const missingPackages = (apt: Apt, packages: readonly string[]): string[] | null => {
  const lines = apt([
    'install',
    ...['--yes', '--reinstall', '--print-uris', '--no-install-recommends'],
    ...packages,
  ])
  if (lines === null) return null
  return [...lines.matchAll(/^'[^']*' (\S+)_\S+_\S+\.deb /gm)].map((match) => match[1] ?? '')
}

const writeStarter = (home: string, program: string): void => {
  const lines = [
    '#!/bin/sh',
    'home=$(dirname "$(readlink -f "$0")")',
    'root="$home/root"',
    'libraries=$(find "$root" -name "*.so*" -exec dirname {} + | sort -u | paste -sd: -)',
    'loader=$(find "$root" -name "ld-linux*.so.*" -type f | head -n 1)',
    // A C library of its own works with its own loader only. A program that starts itself again needs this file's name.
    `[ -z "$loader" ] || exec "$loader" --argv0 "$0" --library-path "$libraries" "$root${program}" "$@"`,
    'export LD_LIBRARY_PATH="$libraries"',
    'export PYTHONPATH="$root/usr/lib/python3/dist-packages"',
    `export FONTCONFIG_FILE="$home/${fontsFile}"`,
    `exec "$root${program}" "$@"`,
  ]
  writeFontsFile(home, 'root/usr/share/fonts', fontsOfDebian)
  writeFileSync(join(home, basename(program)), `${lines.join('\n')}\n`, { mode: 0o755 })
}

/** Links these fonts where a browser expects them, as on a system where the packages are installed. */
const fontsOfDebian = {
  serif: 'Liberation Serif',
  'Times New Roman': 'Liberation Serif',
  'sans-serif': 'Liberation Sans',
  Arial: 'Liberation Sans',
  monospace: 'Liberation Mono',
}
