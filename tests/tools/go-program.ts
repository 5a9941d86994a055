import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onPath, outputOf, toolsDirectory } from './cache.ts'

export type GoProgram = {
  name: string
  version: string
  /** Path of its `main` package. */
  module: string
  /** The argument that makes it print its version. */
  versionArgument: string
}

/** The program from an earlier build, or null. */
export const builtGoProgram = ({ name, version, versionArgument }: GoProgram): string | null => {
  const path = pathOf(name, version)
  return outputOf(path, [versionArgument]) === null ? null : path
}

export const hasGo = (): boolean => onPath('go') !== null

/** Builds a program of a Go module in the tools directory. Returns null if that is impossible. */
export const buildGoProgram = ({ name, version, module }: GoProgram): string | null => {
  const workshop = mkdtempSync(join(toolsDirectory(), 'unfinished-'))
  try {
    const built = outputOf('go', ['install', `${module}@v${version}`], {
      env: {
        // Go stores its caches in the home directory; without one it needs another directory.
        HOME: workshop,
        ...process.env,
        GOBIN: workshop,
        // A read-only module cache could not be removed.
        GOFLAGS: '-trimpath -modcacherw',
        CGO_ENABLED: '0',
      },
    })
    if (built === null) return null
    renameSync(join(workshop, name), pathOf(name, version))
    return pathOf(name, version)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const pathOf = (name: string, version: string): string =>
  join(toolsDirectory(), `${name}-${version}`)
