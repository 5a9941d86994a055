import { onPath, outputOf } from './cache.ts'
import { programFromDebian } from './debian-package.ts'
import { programFromGo } from './go-program.ts'

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

const buildWithGo = (): string | null =>
  programFromGo({
    name: 'nats-server',
    version,
    module: 'github.com/nats-io/nats-server/v2',
    ask: '--version',
  })

const fromDebian = (): string | null => programFromDebian(['nats-server'], '/usr/sbin/nats-server')
