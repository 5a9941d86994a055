import { setTimeout as delay } from 'node:timers/promises'
import { listSubmissions } from '@answerable/contracts/submissions'
import type { Client } from '../../faults/client.ts'
import type { Recorder } from '../../faults/samples.ts'
import { startSteadyLoad } from '../../tools/steady-load.ts'
import { kubectl } from './programs.ts'
import { fewest, type TrialSite } from './site.ts'

type Options = {
  client: Client
  recorder: Recorder
  site: Pick<TrialSite, 'instancesOf'>
  /** Additional reads per second. */
  rate: number
}

const program = 'gateway'
const tickMilliseconds = 10
const pollMilliseconds = 1_000
const growMilliseconds = 5 * 60_000
/** The autoscaler removes instances that it has not needed for five minutes. */
const shrinkMilliseconds = 10 * 60_000

/** How long the step lasts at most. */
export const autoscaleSeconds = (growMilliseconds + shrinkMilliseconds) / 1_000

/** Reads until the autoscaler has added instances of the gateway, and waits until it has removed them. */
export const growAndShrink = async (options: Options): Promise<void> => {
  const { client, recorder, site, rate } = options
  const startedAt = performance.now()

  const until = async (isReached: (count: number) => boolean, limit: number): Promise<void> => {
    const deadline = performance.now() + limit
    while (true) {
      const count = await site.instancesOf(program)
      if (isReached(count)) {
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
        console.log(`  ${count} instances of the ${program} are ready after ${seconds} s`)
        return
      }
      if (performance.now() > deadline)
        throw new Error(`the autoscaler stays at ${count} instances`)
      await delay(pollMilliseconds)
    }
  }

  let reads = 0
  const read = async (): Promise<void> => {
    reads += 1
    const end = recorder.begin('feed')
    const network = (reads % 60_000).toString(16)
    const address = `2001:db8:${network}:1::1`
    const { status } = await client.send({ method: 'GET', path: listSubmissions.path, address })
    end(status === 200, String(status))
  }
  const load = startSteadyLoad([{ perSecond: rate, begin: read }], tickMilliseconds)
  await until((count) => count > fewest, growMilliseconds)
  await load.stop()
  await until((count) => count === fewest, shrinkMilliseconds)
}

/** The autoscaler needs the metrics of pods, which an add-on of the cluster collects. */
export const hasMetrics = (): Promise<boolean> =>
  kubectl('get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes').then(
    () => true,
    () => false,
  )
