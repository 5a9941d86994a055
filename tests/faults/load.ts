import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startSteadyLoad } from '../tools/steady-load.ts'
import type { Call, CallResult, Client } from './client.ts'
import { openFreshness } from './freshness.ts'
import { type Ledger, newLedger, type VoteEntry } from './ledger.ts'
import { addressOf, type Member, type Population } from './members.ts'
import type { Group, Recorder } from './samples.ts'

/** A steady load by many members and visitors. */
export type Load = {
  readonly ledger: Ledger
  /** Age of the oldest feed since the last call, in milliseconds. */
  readonly oldestFeed: () => number
  /** Halves the rates. */
  readonly halve: () => void
  /** Starts no new requests. */
  readonly abandon: () => void
  /** The same; resolves when all requests that need a response have one. */
  readonly stop: () => Promise<void>
}

type Options = {
  client: Client
  recorder: Recorder
  people: Population
  /** Writes per second; the rate of reads does not depend on it. */
  rate: number
}

const tickMilliseconds = 20
const retryMilliseconds = 1_000
const maxRetries = 90
const maxPauseMilliseconds = 20_000

export const startLoad = ({ client, recorder, people, rate }: Options): Load => {
  const ledger = newLedger()
  let isAbandoned = false
  const { members, admins, submissionIds } = people
  const changeable: VoteEntry[] = []
  const byId = new Map(members.map((member) => [member.id, member]))
  const freshness = openFreshness(submissionIds.length)
  const counts = { vote: 0, flag: 0, comment: 0, submission: 0, read: 0 }

  /** Sends a recorded call; `status` counts as a success. */
  const measured = async (group: Group, call: Call, status = 200): Promise<CallResult> => {
    const end = recorder.begin(group)
    const response = await client.send(call)
    end(response.status === status, outcomeOf(response))
    return response
  }

  /** Repeats the same call until it succeeds; its key makes that safe. */
  const insist = async (call: Call): Promise<boolean> => {
    let response = await measured('writes', call, 201)
    for (let retry = 0; retry < maxRetries && !isAbandoned && mayStillWork(response); retry += 1) {
      const pause = Number(response.headers['retry-after'] ?? 0) * 1_000 || retryMilliseconds
      // The retries have used up the network's hourly limit.
      if (pause > maxPauseMilliseconds) break
      await delay(pause)
      response = await client.send(call)
    }
    return response.status === 201
  }

  const pairAt = (index: number): { member: Member; submissionId: string } => {
    const round = Math.floor(index / members.length)
    const member = members[index % members.length]
    const submissionId = submissionIds[(round + index) % submissionIds.length]
    if (member === undefined || submissionId === undefined || round >= submissionIds.length) {
      throw new Error('there are too few people and submissions for this load')
    }
    return { member, submissionId }
  }

  const cast = async (entry: VoteEntry, member: Member, value: 1 | -1): Promise<void> => {
    entry.sent = value
    const path = `/api/boycotts/${entry.submissionId}/vote`
    const response = await measured('writes', {
      ...of(member),
      method: 'POST',
      path,
      body: { value },
    })
    if (response.status !== 200) return
    entry.acknowledged = value
    entry.sent = null
    changeable.push(entry)
  }

  const vote = async (): Promise<void> => {
    // Every fifth vote changes an earlier one, old enough to have no request in flight.
    const earlier =
      counts.vote % 5 === 4 && changeable.length > 500 ? changeable.shift() : undefined
    const owner = earlier === undefined ? undefined : byId.get(earlier.memberId)
    counts.vote += 1
    if (earlier !== undefined && owner !== undefined) {
      await cast(earlier, owner, earlier.acknowledged === 1 ? -1 : 1)
      return
    }
    const { member, submissionId } = pairAt(counts.vote)
    const entry: VoteEntry = { memberId: member.id, submissionId, acknowledged: null, sent: null }
    ledger.votes.set(`${member.id} ${submissionId}`, entry)
    await cast(entry, member, counts.vote % 3 === 0 ? -1 : 1)
  }

  const flag = async (): Promise<void> => {
    counts.flag += 1
    const { member, submissionId } = pairAt(counts.flag)
    const entry = { isAcknowledged: false }
    ledger.flags.set(`${member.id} ${submissionId}`, entry)
    const path = `/api/boycotts/${submissionId}/flag`
    const body = { reason: 'Not true.' }
    const response = await measured('writes', { ...of(member), method: 'POST', path, body }, 201)
    entry.isAcknowledged = response.status === 201
  }

  const comment = async (): Promise<void> => {
    counts.comment += 1
    const content = `Comment ${counts.comment}`
    const entry = { isAcknowledged: false }
    ledger.comments.set(content, entry)
    const { member, submissionId } = pairAt(counts.comment)
    const path = `/api/boycotts/${submissionId}/comments`
    const call = {
      ...of(member),
      method: 'POST',
      path,
      body: { content },
      key: randomUUID(),
    } as const
    entry.isAcknowledged = await insist(call)
  }

  const submit = async (): Promise<void> => {
    counts.submission += 1
    const targetName = `Proposal ${counts.submission}`
    const entry = { isAcknowledged: false }
    ledger.submissions.set(targetName, entry)
    const { member } = pairAt(counts.submission)
    const body = { targetName, location: 'Everywhere', reasons: 'Reasons enough.' }
    const call = {
      ...of(member),
      method: 'POST',
      path: '/api/boycotts',
      body,
      key: randomUUID(),
    } as const
    entry.isAcknowledged = await insist(call)
    if (entry.isAcknowledged) freshness.submitted()
  }

  const read = async (group: Group, call: Omit<Call, 'address'> & { address?: string }) => {
    counts.read += 1
    return measured(group, { address: addressOf(100_000 + (counts.read % 1_000)), ...call })
  }
  const anyOf = <Item>(items: readonly Item[]): Item => {
    const item = items[counts.read % items.length]
    if (item === undefined) throw new Error('there is nobody')
    return item
  }
  const feed = async (): Promise<void> => {
    const askedAt = performance.now()
    const path = `/api/boycotts?page=1&limit=30&sort=${anyOf(['hot', 'new', 'top'])}`
    const response = await read('feed', { method: 'GET', path })
    if (response.status === 200) freshness.read(Number(response.headers['x-total-count']), askedAt)
  }
  const detail = () =>
    read('details', { method: 'GET', path: `/api/boycotts/${anyOf(submissionIds)}` })
  const me = () => read('members', { method: 'GET', path: '/api/auth/me', ...of(anyOf(members)) })
  const stats = () =>
    read('moderation', { method: 'GET', path: '/api/admin/stats', ...of(anyOf(admins)) })
  const advise = () =>
    read('diagnostics', { method: 'POST', path: '/api/diagnostics/analyze', body: newReport() })
  /** A request with an invented session; any response except 401 is a security failure. */
  const stranger = async (): Promise<void> => {
    counts.read += 1
    const end = recorder.begin('strangers')
    const who = {
      cookie: `sid=${randomUUID()}`,
      address: addressOf(150_000 + (counts.read % 1_000)),
    }
    const path = `/api/boycotts/${anyOf(submissionIds)}/vote`
    const response = await client.send(
      anyOf<Call>([
        { ...who, method: 'GET', path: '/api/auth/me' },
        { ...who, method: 'POST', path, body: { value: 1 } },
        { ...who, method: 'GET', path: '/api/admin/stats' },
      ]),
    )
    end(response.status === 401, outcomeOf(response))
  }
  const live = async (): Promise<void> => {
    const end = recorder.begin('live')
    const outcome = await client.openSocket()
    end(outcome === 'open', outcome)
  }

  const load = startSteadyLoad(
    [
      { perSecond: rate * 0.8, begin: vote },
      { perSecond: rate * 0.12, begin: comment },
      { perSecond: rate * 0.05, begin: flag },
      { perSecond: rate * 0.03, begin: submit },
      { perSecond: 15, begin: feed },
      { perSecond: 5, begin: detail },
      { perSecond: 5, begin: me },
      { perSecond: 3, begin: stranger },
      { perSecond: 3, begin: stats },
      { perSecond: 3, begin: advise },
      { perSecond: 3, begin: live },
    ],
    tickMilliseconds,
  )

  return {
    ledger,
    oldestFeed: freshness.oldest,
    halve: load.halve,
    abandon: () => {
      isAbandoned = true
      load.abandon()
    },
    stop: load.stop,
  }
}

const of = ({ cookie, address }: Member) => ({ cookie, address })

const outcomeOf = ({ status, error }: CallResult): string => error ?? String(status)

/** A refusal because of the request itself would repeat. */
const mayStillWork = ({ status }: CallResult): boolean =>
  status === 0 || status === 429 || status >= 500

const newReport = () => ({
  errorType: 'TypeError',
  errorMessage: 'Failed to fetch',
  timestamp: new Date().toISOString(),
})
