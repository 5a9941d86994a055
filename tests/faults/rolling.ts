import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceName } from '@answerable/contracts/route'
import { until } from './program.ts'
import { failuresOf, type Sample } from './samples.ts'
import { beginSteadily, type Stage } from './stage.ts'
import { type Findings, verify } from './verify.ts'

export type RollingResult = {
  service: ServiceName
  endings: { code: number | null; milliseconds: number }[]
  /** Calls that started during the replacement. */
  samples: Sample[]
  failures: string
  /** If a call failed, when, and what the services logged meanwhile. */
  causes: string[]
  /** Live connections that were closed without a request to reconnect. */
  cutPages: number
  findings: Findings
}

/** Close, 1012: the server restarts (RFC 6455). */
const serviceRestart = 1012

/** Replaces every instance of a service, one after another, under load. */
export const replaceUnderLoad = async (
  stage: Stage,
  service: RollingResult['service'],
): Promise<RollingResult> => {
  const { site, recorder, page, db, load } = stage
  await beginSteadily(stage)
  const begunAt = new Date()
  const startedAt = performance.now()
  const endingsBefore = page.endings.length
  const instances = site.instances[service]
  const endings: RollingResult['endings'] = []
  for (const _ of instances.urls()) endings.push(await instances.replaceOldest())
  await delay(1_000)
  const endedAt = performance.now()
  const isSettled = async () => recorder.settledUntil() >= endedAt
  await until('every call during the replacement has a result', isSettled)
  const samples = recorder.since(startedAt).filter((each) => each.startedAt < endedAt)
  const bad = samples.filter(({ isGood }) => !isGood)
  return {
    service,
    endings,
    samples,
    failures: failuresOf(samples),
    causes: bad.length === 0 ? [] : [...bad.map(describe), ...site.logSince(begunAt)],
    cutPages: page.endings.slice(endingsBefore).filter((code) => code !== serviceRestart).length,
    findings: await verify(db, load.ledger),
  }
}

const describe = ({ group, outcome, startedAt, endedAt }: Sample): string => {
  const at = new Date(performance.timeOrigin + startedAt).toISOString()
  return `${at} ${group} ${outcome} after ${Math.round(endedAt - startedAt)} ms`
}
