import { setTimeout as delay } from 'node:timers/promises'
import fc, { type Arbitrary } from 'fast-check'
import { minCutOffMilliseconds } from '../tools/repeat-while-busy.ts'
import type { ThrowawaySite } from '../tools/throwaway-site.ts'
import { type Actors, openActors } from './actors.ts'
import { type Call, readCalls } from './api.ts'
import { type Attempt, validAttempt } from './attempts.ts'
import { brokenAttempt } from './broken.ts'
import { checkResponse, parse, slowMilliseconds } from './check-response.ts'
import { checkForwarded, checkServiceCall } from './check-service-calls.ts'
import { compose, type Sender } from './compose.ts'
import { hostileAttempt } from './hostile.ts'
import { type KnownIds, openKnownIds } from './known-ids.ts'
import { prepare } from './prepare.ts'
import { openReport, type Report } from './report.ts'
import { type ServiceCalls, watchServices } from './service-calls.ts'
import { originForm, routeAt } from './table.ts'
import { type RawRequest, type RawResponse, send } from './wire.ts'

type Options = {
  requests: number
  seed: number
  /** A slower response counts as late; 2 seconds by default. */
  maxMilliseconds?: number
  onProgress?: (done: number) => void
}

type Fuzz = {
  site: ThrowawaySite
  calls: readonly Call[]
  actors: Actors
  ids: KnownIds
  services: ServiceCalls
  report: Report
  maxMilliseconds: number
}

const together = 8
const minActors = 20

/** Sends this many requests to the site and reports the results. */
export const fuzz = async (site: ThrowawaySite, options: Options): Promise<Report> => {
  const calls = await readCalls(site.url)
  const actors = await openActors(site.ownerUrl, {
    member: Math.max(minActors, Math.ceil(options.requests / 40)),
    admin: Math.max(minActors, Math.ceil(options.requests / 80)),
  })
  const services = watchServices(site.port)
  const report = openReport(calls)
  const ids = openKnownIds()
  const { maxMilliseconds = slowMilliseconds } = options
  const run = { site, calls, actors, ids, services, report, maxMilliseconds }
  try {
    await prepare(site.url, actors, ids)
    const attempts = attemptsOn(calls, options)
    await Promise.all(
      Array.from({ length: together }, async () => {
        for (const attempt of attempts) {
          await tryOut(run, attempt)
          options.onProgress?.(report.total())
        }
      }),
    )
    for (const call of services.rest()) report.blame('afterwards', checkServiceCall(call))
    if ('polluted' in {}) report.blame('afterwards', ['a prototype was changed'])
    return report
  } finally {
    services.stop()
    await actors.close()
  }
}

const batchSize = 500

function* attemptsOn(calls: readonly Call[], { requests, seed }: Options): Generator<Attempt> {
  const attempts: Arbitrary<Attempt> = fc.oneof(...calls.map(anyAttempt))
  for (let made = 0; made < requests; made += batchSize) {
    const numRuns = Math.min(batchSize, requests - made)
    yield* fc.sample(attempts, { numRuns, seed: seed + made })
  }
}

const anyAttempt = (call: Call): Arbitrary<Attempt> =>
  fc.oneof(
    { arbitrary: validAttempt(call), weight: 3 },
    { arbitrary: brokenAttempt(call), weight: 3 },
    { arbitrary: hostileAttempt(call), weight: 4 },
  )

const tryOut = async (run: Fuzz, attempt: Attempt): Promise<void> => {
  const { calls, actors, ids, services, report, maxMilliseconds } = run
  const target = ids.fillIn(attempt.target)
  const author = attempt.isByAuthor ? actors.find(ids.authorOf(target)) : null
  const actor = author ?? actors.pick(attempt.role, attempt.actor)
  const sender = { actor, address: addressOf(report.total()) }
  const request = compose(attempt, target, sender)
  const response = await sendAgainWhenBusy(run, { attempt, request })
  const route = isUpgrade(attempt) ? null : routeAt(attempt.method, originForm(target))
  const call = calls.find((call) => call.route === route) ?? null
  const reached = services.take(response.headers.get('x-request-id') ?? '')
  const isOwnCookie = attempt.cookie === null
  const sent = { method: attempt.method, target, isOwnCookie, sender }
  const problems = [
    ...checkResponse(attempt, { target: originForm(target), call, response, maxMilliseconds }),
    ...reached.flatMap((one) => [...checkServiceCall(one), ...checkForwarded(one, sent)]),
  ]
  report.add({ attempt, call, response, reached: reached.length })
  report.blame(describeAttempt(attempt, sender, request), problems)
  const body = parse(response.body)
  ids.learn(body)
  if (isOwnCookie && hasLostAccount(response, body)) await actors.replace(actor)
}

const maxRepeats = 5

/**
 * On a busy machine any request may be late, or time out between services. A request that is itself at
 * fault is late every time.
 */
const sendAgainWhenBusy = async (
  { site, report, maxMilliseconds }: Fuzz,
  { attempt, request }: { attempt: Attempt; request: RawRequest },
): Promise<RawResponse> => {
  const to = { port: site.port, hasBody: attempt.method !== 'HEAD' }
  let response = await send(to, request)
  for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
    if (response.milliseconds <= maxMilliseconds && !isForLater(response)) break
    report.addBusy()
    if (isForLater(response)) await delay(1_000 * Number(response.headers.get('retry-after') ?? 1))
    response = await send(to, request)
  }
  return response
}

const isForLater = (response: RawResponse): boolean =>
  (response.status === 503 && response.headers.has('retry-after')) ||
  response.status === 504 ||
  wasCutOff(response)

const wasCutOff = ({ status, milliseconds, isTimedOut }: RawResponse): boolean =>
  status === 0 && !isTimedOut && milliseconds >= minCutOffMilliseconds

/** An upgrade is not an API call, whatever its path. */
const isUpgrade = ({ headers }: Attempt): boolean => {
  const has = (wanted: string, word: string): boolean =>
    headers.some(([name, value]) => name === wanted && value.toLowerCase() === word)
  return has('upgrade', 'websocket') && has('connection', 'upgrade')
}

/** A separate client for every request. */
const addressOf = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

const hasLostAccount = ({ status }: RawResponse, body: unknown): boolean => {
  const code = (body as { error?: { code?: unknown } } | undefined)?.error?.code
  return status === 401 || code === 'account_suspended' || status === 204
}

const describeAttempt = (attempt: Attempt, { actor }: Sender, request: RawRequest): string =>
  [
    `${attempt.kind} (${attempt.note}) by ${actor.role}`,
    JSON.stringify(request.head.slice(0, 700)),
    JSON.stringify(String(request.body ?? '').slice(0, 500)),
  ].join(' ')
