import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../command.ts'
import { newcomersEnvironment } from '../install/newcomers-environment.ts'
import { type Result, readLog } from './read-log.ts'

export const settings = ['quiet', 'one-core', 'busy'] as const
export type Setting = (typeof settings)[number]

/** Clones the last commit, installs its packages and runs all of its tests. All output goes to a log file. */
export const runSuite = async (setting: Setting, logFile: string): Promise<Result> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-repeat-'))
  const neighbours = setting === 'busy' ? startNeighbours() : []
  try {
    const script = 'git clone --quiet "$0" site && cd site && npm ci && npm test'
    const command = [...(setting === 'one-core' ? ['taskset', '-c', '0'] : []), 'sh', '-c', script]
    const [program = '', ...parameters] = [...command, root]
    const output = openSync(logFile, 'w')
    const child = spawn(program, parameters, {
      cwd: directory,
      env: newcomersEnvironment(),
      stdio: ['ignore', output, output],
    })
    const [code] = await once(child, 'exit')
    closeSync(output)
    return readLog(readFileSync(logFile, 'utf8'), code ?? 1)
  } finally {
    for (const neighbour of neighbours) neighbour.kill()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Starts one busy process per core; each runs until it is stopped or this process ends. */
const startNeighbours = (): ChildProcess[] =>
  Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', compute], { stdio: 'ignore' }),
  )

const compute = `
  const parent = process.ppid
  const work = () => {
    const end = Date.now() + 1000
    while (Date.now() < end);
    if (process.ppid === parent) setImmediate(work)
  }
  work()
`
