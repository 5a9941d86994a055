import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onPath, outputOf, toolsDirectory } from './cache.ts'

/** Builds a program of a Go module once, under the tools directory. Returns null where that cannot be done. */
export const programFromGo = (build: {
  name: string
  version: string
  /** Where its `main` package is. */
  module: string
  /** How it is asked for its version, which only a whole one tells. */
  ask: string
}): string | null => {
  const { name, version, module, ask } = build
  const program = join(toolsDirectory(), `${name}-${version}`)
  if (outputOf(program, [ask]) !== null) return program
  if (onPath('go') === null) return null
  const workshop = mkdtempSync(join(toolsDirectory(), 'building-'))
  try {
    process.stderr.write(`Building ${name} ${version} with Go, once …\n`)
    const built = outputOf('go', ['install', `${module}@v${version}`], {
      env: { ...process.env, GOBIN: workshop, GOFLAGS: '-trimpath', CGO_ENABLED: '0' },
    })
    if (built === null) return null
    renameSync(join(workshop, name), program)
    return program
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}
