import { onPath, outputOf } from '../../tests/tools/cache.ts'
import {
  buildGoProgram,
  builtGoProgram,
  type GoProgram,
  hasGo,
} from '../../tests/tools/go-program.ts'

const k6: GoProgram = {
  name: 'k6',
  version: '1.8.1',
  module: 'go.k6.io/k6',
  versionArgument: 'version',
}

/** How to run k6: the program and the arguments before k6's own. */
export type Program = { command: string; before: (environment: NodeJS.ProcessEnv) => string[] }

/**
 * The k6 on PATH if it runs TypeScript, else our pinned version built with Go, else its image. Throws a
 * one-line error if none is available.
 */
export const findK6 = (root: string): Program => {
  const installed = onPath('k6')
  if (installed !== null && isNewEnough(installed)) return plain(installed)
  const built = builtGoProgram(k6) ?? build()
  if (built !== null) return plain(built)
  if (outputOf('docker', ['version']) !== null) return inContainer(root)
  throw new Error('k6 is missing. Install k6 1.0 or newer, or Go to build it, or Docker.')
}

const build = (): string | null => {
  if (!hasGo()) return null
  process.stderr.write(`k6: building ${k6.version} with Go …\n`)
  return buildGoProgram(k6)
}

const plain = (command: string): Program => ({ command, before: () => [] })

/** On the host's network, to reach a site on localhost. */
const inContainer = (root: string): Program => ({
  command: 'docker',
  before: (environment) => [
    ...['run', '--rm', '--init', '--network=host', `--volume=${root}:/site:ro`, '--workdir=/site'],
    ...Object.keys(environment).map((name) => `--env=${name}`),
    `grafana/k6:${k6.version}`,
  ],
})

const isNewEnough = (program: string): boolean =>
  Number(/v(\d+)\./.exec(outputOf(program, ['version']) ?? '')?.[1]) >= 1
