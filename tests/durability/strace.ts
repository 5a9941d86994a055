import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { debianPackage } from '../tools/debian-package.ts'
import { findProgram, installed, type Program } from '../tools/program.ts'
import { type Call, readTrace } from './trace.ts'

/** This machine cannot run the check; the message names what is missing. */
export class CannotTrace extends Error {}

/** Throws CannotTrace. */
export const findStrace = (): string => {
  if (process.platform !== 'linux') throw new CannotTrace('strace is a program of Linux')
  const path = findOrRefuse()
  const trial = spawnSync(path, ['-e', 'trace=none', 'true'], { encoding: 'utf8' })
  if (trial.status === 0) return path
  const reason = trial.stderr.split('\n', 1)[0]
  throw new CannotTrace(
    `strace may trace nothing here (${reason}): a container needs --cap-add SYS_PTRACE, a system kernel.yama.ptrace_scope of 0 or 1`,
  )
}

const strace: Program = {
  name: 'strace',
  minimum: '5.0',
  sources: [
    ...installed('strace'),
    debianPackage({ packages: ['strace'], program: '/usr/bin/strace' }),
  ],
  advice: 'install strace 5.0 or newer',
}

const findOrRefuse = (): string => {
  try {
    return findProgram(strace).path
  } catch (error) {
    throw new CannotTrace((error as Error).message)
  }
}

export type Tracing = { stop: () => Promise<Call[]> }

const calls = 'trace=pwrite64,fsync,fdatasync'
const attachMilliseconds = 20_000

/** Traces a process with its threads and its present and future children. Throws CannotTrace. */
export const traceProcess = async (strace: string, pid: number): Promise<Tracing> => {
  const directory = mkdtempSync(join(tmpdir(), 'answerable-trace-'))
  const file = join(directory, 'calls')
  const pids = [pid, ...childrenOf(pid)].flatMap((each) => ['-p', String(each)])
  const options = ['-f', '-q', '-ttt', '-T', '-y', '-s', '0', '-e', 'signal=none', '-e', calls]
  const tracer = spawn(strace, [...options, '-o', file, ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints: string[] = []
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const ended = once(tracer, 'exit')
  await attached({ tracer, pid, complaints })
  return {
    stop: async () => {
      tracer.kill('SIGINT')
      await ended
      const text = readFileSync(file, 'utf8')
      rmSync(directory, { recursive: true })
      return readTrace(text)
    },
  }
}

const attached = async (attempt: {
  tracer: ChildProcess
  pid: number
  complaints: readonly string[]
}): Promise<void> => {
  const deadline = performance.now() + attachMilliseconds
  while (![attempt.pid, ...childrenOf(attempt.pid)].every(isTraced)) {
    if (attempt.tracer.exitCode !== null || performance.now() > deadline) {
      attempt.tracer.kill('SIGKILL')
      throw new CannotTrace(`strace could not attach: ${attempt.complaints.join('').trim()}`)
    }
    await delay(20)
  }
}

const isTraced = (pid: number): boolean => !/^TracerPid:\s+0$/m.test(read(`/proc/${pid}/status`))

const childrenOf = (parent: number): number[] =>
  processIds().filter((pid) => {
    // After the name in parentheses: state, parent.
    const [, , ppid] = /\) (\S) (\d+) /.exec(read(`/proc/${pid}/stat`)) ?? []
    return Number(ppid) === parent
  })

/** The process whose command line contains a text; throws unless there is exactly one. */
export const processWith = (text: string): number => {
  const found = processIds().filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))
  const [only, other] = found
  if (only === undefined || other !== undefined) throw new Error(`${found.length} with ${text}`)
  return only
}

const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
