import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onPath, outputOf, toolsDirectory } from './cache.ts'
import { programFromDebian } from './debian-package.ts'

const version = '2.12.15'

/**
 * A nats-server: the one on PATH when it is new enough, else our pinned version built with Go, else
 * Debian's, which is older than what we ship. Throws one line when there is no way to get one.
 */
export const findNatsServer = (): string => {
  const installed = onPath('nats-server')
  if (installed !== null && isNewEnough(installed)) return installed
  const found = buildWithGo() ?? installed ?? fromDebian()
  if (found !== null) return found
  throw new Error('nats-server is missing: install it (2.10.23 or newer), or Go to build it.')
}

/** JetStream with sync_interval and filter arrays, as the shipped configuration uses it. */
const isNewEnough = (program: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = (outputOf(program, ['--version']) ?? '')
    .replace(/^\D*/, '')
    .split('.')
    .map(Number.parseFloat)
  return major > 2 || (major === 2 && (minor > 10 || (minor === 10 && patch >= 23)))
}

const buildWithGo = (): string | null => {
  const program = join(toolsDirectory(), `nats-server-${version}`)
  if (outputOf(program, ['--version']) !== null) return program
  if (onPath('go') === null) return null
  const workshop = mkdtempSync(join(toolsDirectory(), 'building-'))
  try {
    process.stderr.write(`Building nats-server ${version} with Go, once …\n`)
    const built = outputOf('go', ['install', `github.com/nats-io/nats-server/v2@v${version}`], {
      env: { ...process.env, GOBIN: workshop, GOFLAGS: '-trimpath', CGO_ENABLED: '0' },
    })
    if (built === null) return null
    renameSync(join(workshop, 'nats-server'), program)
    return program
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

const fromDebian = (): string | null => programFromDebian(['nats-server'], '/usr/sbin/nats-server')
