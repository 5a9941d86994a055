import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '@answerable/site/end-with-parent'

/** A process that a supervisor restarts. */
export type Program = {
  readonly isRunning: () => boolean
  /** Sends SIGKILL; the supervisor starts it again. */
  readonly kill: () => void
  /** Sends SIGTERM and does not restart it; returns how it ended. */
  readonly stop: () => Promise<{ code: number | null; milliseconds: number }>
}

export type ProgramOptions = {
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Receives its output. */
  logFile: string
}

/** Container engines wait this long before the first restart. */
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
  const running = keep()

  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      isWanted = false
      const startedAt = performance.now()
      child.kill('SIGTERM')
      const giveUp = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds)
      await running
      clearTimeout(giveUp)
      return { code: child.exitCode, milliseconds: performance.now() - startedAt }
    },
  }
}

const start = ({ command, args, env, logFile }: ProgramOptions): ChildProcess => {
  const output = openSync(logFile, 'a')
  try {
    // In its own process group, so that Ctrl+C in the terminal ends it only through this process.
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

/** Polls until the condition is true; throws after the limit, which by default only ends a hang. */
export const until = async (
  what: string,
  holds: () => Promise<boolean>,
  milliseconds = 300_000,
): Promise<void> => {
  const deadline = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${milliseconds} ms`)
    await delay(25)
  }
}
