import { ask } from './ask.ts'
import { isReady } from './instances.ts'
import { until } from './program.ts'
import { failuresOf } from './samples.ts'
import type { PartName } from './site.ts'
import type { Page } from './sockets.ts'
import { beginSteadily, type Stage, untilSteady } from './stage.ts'
import { type Findings, verify } from './verify.ts'

export type KillResult = {
  part: PartName
  findings: Findings
  /** Time from the kill until 99 % of new calls succeed. */
  backAfterMilliseconds: number
  /** Time from the kill until the program responds again. */
  partAfterMilliseconds: number
  /** Time from the kill until an open page receives updates again. */
  pageAfterMilliseconds: number
  failures: string
}

/** Kills a program under load and waits until the site is stable again. */
export const killUnderLoad = async (stage: Stage, part: PartName): Promise<KillResult> => {
  const { site, recorder, page, db, load, patienceMilliseconds } = stage
  await beginSteadily(stage)
  const killedAt = performance.now()
  site.kill(part)
  const partAfter = untilResponding(stage, part).then(() => performance.now() - killedAt)
  const pageAfter = untilUpdated(page, killedAt)
  const back = await untilSteady(recorder, killedAt, { patienceMilliseconds })
  const [partAfterMilliseconds, pageAfterMilliseconds] = await Promise.all([partAfter, pageAfter])
  return {
    part,
    findings: await verify(db, load.ledger),
    backAfterMilliseconds: back,
    partAfterMilliseconds,
    pageAfterMilliseconds,
    failures: failuresOf(recorder.since(killedAt)),
  }
}

const untilResponding = async ({ site, db }: Stage, part: PartName): Promise<void> => {
  const isResponding = async (): Promise<boolean> => {
    if (part === 'postgres') return ask(db, 'SELECT 1').then(Boolean, () => false)
    if (part === 'nats' || part === 'redis') return site.isUp(part)
    const urls = site.instances[part].urls()
    return (await Promise.all(urls.map(isReady))).every(Boolean)
  }
  // A killed process takes a moment to exit.
  await until(`${part} is down`, async () => !(await isResponding()), 1_000).catch(() => {})
  await until(`${part} is back`, isResponding)
}

const untilUpdated = async (page: Page, killedAt: number): Promise<number> => {
  // Calls in flight at the kill do not count.
  const graceMilliseconds = 300
  const isUpdated = async () => page.lastUpdateAt() > killedAt + graceMilliseconds
  await until('an open page receives updates', isUpdated)
  return page.lastUpdateAt() - killedAt
}
