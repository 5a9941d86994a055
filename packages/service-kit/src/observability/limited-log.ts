import type { Log } from '../log.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * A log for lines that callers can cause: a flood of requests must not cause a flood of lines. `debug` is
 * not limited.
 */
export type LimitedLog = {
  write: (level: Level, fields: object, message: string) => void
  isLevelEnabled: (level: string) => boolean
}

/** Per message. */
export const maxLinesPerSecond = 10

type Second = { written: number; leftOut: number }

/**
 * Writes at most ten lines a second of each message and counts the rest in one line at the end of that
 * second. Messages must be constants, because each is remembered.
 */
export const limitedLog = (log: Log): LimitedLog => {
  const seconds = new Map<string, Second>()

  const begin = (level: Level, message: string): Second => {
    const second = { written: 0, leftOut: 0 }
    seconds.set(message, second)
    setTimeout(() => {
      seconds.delete(message)
      if (second.leftOut > 0) log[level]({ leftOut: second.leftOut }, message)
    }, 1_000).unref()
    return second
  }

  return {
    write: (level, fields, message) => {
      if (!log.isLevelEnabled(level)) return
      if (level === 'debug') {
        log.debug(fields, message)
        return
      }
      const second = seconds.get(message) ?? begin(level, message)
      if (second.written < maxLinesPerSecond) {
        second.written += 1
        log[level](fields, message)
      } else second.leftOut += 1
    },
    isLevelEnabled: (level) => log.isLevelEnabled(level),
  }
}
