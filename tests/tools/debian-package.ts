import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { onPath, outputOf, toolsDirectory } from './cache.ts'

/**
 * Fetches Debian packages with whatever they need that this machine lacks and unpacks it all under the
 * tools directory; the system stays as it is, and no service starts. Returns the program, or null where
 * that cannot be done.
 */
export const programFromDebian = (
  packages: readonly [string, ...string[]],
  program: string,
): string | null => {
  if (onPath('apt-get') === null || onPath('dpkg-deb') === null) return null
  const home = join(toolsDirectory(), `debian-${packages[0]}`)
  const starter = join(home, basename(program))
  if (outputOf(starter, ['--version']) !== null) return starter
  const workshop = mkdtempSync(join(toolsDirectory(), 'unpacking-'))
  try {
    if (!unpack(packages, workshop)) return null
    writeStarter(workshop, program)
    rmSync(home, { recursive: true, force: true })
    renameSync(workshop, home)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return outputOf(starter, ['--version']) === null ? null : starter
}

const unpack = (packages: readonly string[], directory: string): boolean => {
  const names = missingPackages(packages)
  if (names === null) return false
  const downloads = join(directory, 'downloads')
  mkdirSync(downloads)
  if (outputOf('apt-get', ['download', ...names], { cwd: downloads }) === null) return false
  const files = readdirSync(downloads).filter((name) => name.endsWith('.deb'))
  const isUnpacked = files.every(
    (name) => outputOf('dpkg-deb', ['-x', join(downloads, name), join(directory, 'root')]) !== null,
  )
  rmSync(downloads, { recursive: true })
  return isUnpacked && files.length > 0
}

/** The packages and what they depend on that is not installed here; the C library stays the system's. */
const missingPackages = (packages: readonly string[]): string[] | null => {
  const list = () =>
    outputOf('apt-get', [
      'install',
      '--reinstall',
      '--print-uris',
      '-qq',
      '--no-install-recommends',
      ...packages,
    ])
  const lines = list() ?? (outputOf('apt-get', ['update', '-qq']) === null ? null : list())
  if (lines === null) return null
  const files = [...lines.matchAll(/^'[^']*' (\S+)_\S+_\S+\.deb /gm)].map((match) => match[1] ?? '')
  return files.filter((name) => name !== 'libc6')
}

const writeStarter = (home: string, program: string): void => {
  const lines = [
    '#!/bin/sh',
    'root=$(dirname "$(readlink -f "$0")")/root',
    'libraries=$(find "$root" -name "*.so*" -exec dirname {} + | sort -u | paste -sd: -)',
    'export LD_LIBRARY_PATH="$libraries"',
    `exec "$root${program}" "$@"`,
  ]
  writeFileSync(join(home, basename(program)), `${lines.join('\n')}\n`, { mode: 0o755 })
}
