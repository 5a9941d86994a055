import { onPath } from './cache.ts'
import { programFromDebian } from './debian-package.ts'

/** A redis-server: the one on PATH, else Debian's unpacked. Throws one line when there is none to get. */
export const findRedisServer = (): string => {
  const found = onPath('redis-server') ?? fromDebian()
  if (found !== null) return found
  throw new Error('redis-server is missing: install it, for example the package redis-server.')
}

const fromDebian = (): string | null =>
  programFromDebian(['redis-server', 'redis-tools'], '/usr/bin/redis-server')
