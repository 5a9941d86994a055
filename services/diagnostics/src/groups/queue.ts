import { isAway } from '@answerable/service-kit/errors'
import type { Log } from '@answerable/service-kit/log'
import type { Sighting } from './sighting.ts'

/** Sightings of one group that wait to be written together. */
export type Batch = {
  sighting: Sighting
  firstAt: Date
  lastAt: Date
  /** Reports by the start of their hour, in milliseconds since 1970. */
  reportsByHour: Map<number, number>
}

export type SightingQueue = {
  /** Never waits and never throws: reports beyond the capacity are dropped and counted. */
  push: (sighting: Sighting, at: Date) => void
  /** Writes the waiting reports and accepts no more. */
  stop: () => Promise<void>
}

const hourMilliseconds = 3_600_000
const pauseMilliseconds = 500
/** After a failure. */
const longPauseMilliseconds = 2_000

/**
 * Holds sightings until they are written, by group: a flood of one error is one row to write. While the
 * database is away they wait in memory, at most `maxGroups` of them.
 */
export const startQueue = (options: {
  write: (batches: readonly Batch[]) => Promise<void>
  log: Log
  maxGroups?: number
}): SightingQueue => {
  const { write, log, maxGroups = 500 } = options
  let waiting = new Map<string, Batch>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let isStopped = false
  let isFailing = false
  let dropped = 0

  const add = (batch: Batch): void => {
    const { fingerprint } = batch.sighting
    const existing = waiting.get(fingerprint)
    if (existing !== undefined) waiting.set(fingerprint, joined(existing, batch))
    else if (waiting.size < maxGroups) waiting.set(fingerprint, batch)
    else dropped += reportsIn(batch)
  }

  const flush = async (): Promise<void> => {
    const batches = waiting
    waiting = new Map()
    try {
      await write([...batches.values()])
      if (dropped > 0) log.warn({ dropped }, 'error reports dropped')
      isFailing = false
      dropped = 0
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'storing error reports failed, will be retried')
      isFailing = true
      if (isAway(error)) for (const batch of batches.values()) add(batch)
      else dropped += [...batches.values()].reduce((sum, batch) => sum + reportsIn(batch), 0)
    }
  }

  const writeSoon = (): void => {
    if (timer !== null || writing !== null || isStopped || waiting.size === 0) return
    const begin = () => {
      timer = null
      writing = flush().finally(() => {
        writing = null
        writeSoon()
      })
    }
    timer = setTimeout(begin, isFailing ? longPauseMilliseconds : pauseMilliseconds)
  }

  return {
    push: (sighting, at) => {
      if (isStopped) return
      const hour = Math.floor(at.getTime() / hourMilliseconds) * hourMilliseconds
      add({ sighting, firstAt: at, lastAt: at, reportsByHour: new Map([[hour, 1]]) })
      writeSoon()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await writing
      if (waiting.size > 0) await flush()
    },
  }
}

const reportsIn = ({ reportsByHour }: Batch): number =>
  [...reportsByHour.values()].reduce((sum, reports) => sum + reports, 0)

const joined = (one: Batch, other: Batch): Batch => {
  const [earlier, later] = one.lastAt <= other.lastAt ? [one, other] : [other, one]
  const reportsByHour = new Map(one.reportsByHour)
  for (const [hour, reports] of other.reportsByHour) {
    reportsByHour.set(hour, (reportsByHour.get(hour) ?? 0) + reports)
  }
  return {
    sighting: { ...later.sighting, release: later.sighting.release ?? earlier.sighting.release },
    firstAt: one.firstAt < other.firstAt ? one.firstAt : other.firstAt,
    lastAt: later.lastAt,
    reportsByHour,
  }
}
