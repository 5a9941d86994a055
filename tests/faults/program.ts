import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '@answerable/site/end-with-parent'

/** A process that a supervisor keeps running. */
export type Program = {
  readonly isRunning: () => boolean
  /** Ends it as kill -9 does; the supervisor starts it again. */
  readonly kill: () => void
  /** Asks it to end, once and for all; answers how it did. */
  readonly stop: () => Promise<{ code: number | null; milliseconds: number }>
}

export type ProgramOptions = {
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Gets what it writes. */
  logFile: string
}

/** As container engines wait before the first restart. */
const restartMilliseconds = 100
const stopMilliseconds = 20_000

export const supervise = (options: ProgramOptions): Program => {
  let isWanted = true
  let child = start(options)

  const keep = async (): Promise<void> => {
    while (true) {
      await ended(child)
      if (!isWanted) return
      await delay(restartMilliseconds)
      if (!isWanted) return
      child = start(options)
    }
  }
  const kept = keep()

  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      isWanted = false
      const startedAt = performance.now()
      child.kill('SIGTERM')
      const giveUp = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
      await kept
      clearTimeout(giveUp)
      return { code: child.exitCode, milliseconds: performance.now() - startedAt }
    },
  }
}

const start = ({ command, args, env, logFile }: ProgramOptions): ChildProcess => {
  const output = openSync(logFile, 'a')
  try {
    // In a group of its own, so that ctrl-C in the terminal ends it by way of this process only.
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ['ignore', output, output],
    })
    child.on('error', () => {})
    endWithParent(child, 'KILL')
    return child
  } finally {
    closeSync(output)
  }
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

export const isListening = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('connect', () => resolve(socket.destroy() !== null))
    socket.once('error', () => resolve(false))
  })

/** Asks again until the condition holds; throws when that takes too long. */
export const until = async (
  what: string,
  holds: () => Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> => {
  const deadline = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${milliseconds} ms`)
    await delay(25)
  }
}
