import { setTimeout as delay } from 'node:timers/promises'
import type { Mood } from './link.ts'
import { failuresOf, type Sample } from './samples.ts'
import type { PartName } from './site.ts'
import { beginSteadily, type Stage, untilSteady } from './stage.ts'
import { type Findings, verify } from './verify.ts'

export type Trouble = Exclude<Mood, 'open'>
export type LinkedPart = Exclude<PartName, 'gateway'>

export type NetworkResult = {
  part: LinkedPart
  trouble: Trouble
  /** Share of the feed's anonymous reads with a response well within two seconds; 0 to 1. */
  promptReads: number
  oldestFeedMilliseconds: number
  slowest: { milliseconds: number; what: string }
  /** Calls with invented sessions that were not refused. */
  breaches: number
  backAfterMilliseconds: number
  findings: Findings
  failures: string
}

const promptMilliseconds = 2_000

/** Degrades the links to a program for a while, under load. */
export const troubleUnderLoad = async (
  stage: Stage,
  { part, trouble, seconds }: { part: LinkedPart; trouble: Trouble; seconds: number },
): Promise<NetworkResult> => {
  const { site, recorder, load, db } = stage
  await beginSteadily(stage)
  load.oldestFeed()
  const startedAt = performance.now()
  site.setMood(part, trouble)
  await delay(seconds * 1_000)
  site.setMood(part, 'open')
  const mendedAt = performance.now()
  const backAfterMilliseconds = await untilSteady(recorder, mendedAt)
  const samples = recorder.since(startedAt)
  const during = samples.filter((sample) => sample.startedAt < mendedAt)
  const reads = during.filter(({ group }) => group === 'feed')
  return {
    part,
    trouble,
    promptReads: reads.filter(isPrompt).length / Math.max(1, reads.length),
    oldestFeedMilliseconds: load.oldestFeed(),
    slowest: slowestOf(samples),
    breaches: samples.filter(({ group, outcome }) => group === 'strangers' && /^2/.test(outcome))
      .length,
    backAfterMilliseconds,
    findings: await verify(db, load.ledger),
    failures: failuresOf(during),
  }
}

const lengthOf = ({ startedAt, endedAt }: Sample): number => endedAt - startedAt

const slowestOf = (samples: readonly Sample[]): NetworkResult['slowest'] => {
  const [slowest] = samples.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  if (slowest === undefined) return { milliseconds: 0, what: 'nothing' }
  return { milliseconds: lengthOf(slowest), what: `${slowest.group} ${slowest.outcome}` }
}

const isPrompt = (sample: Sample): boolean =>
  sample.isGood && lengthOf(sample) <= promptMilliseconds
