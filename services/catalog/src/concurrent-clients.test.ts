import { randomUUID } from 'node:crypto'
import { postComment } from '@answerable/contracts/comments'
import { type SubmissionChange, userLeft } from '@answerable/contracts/events'
import { flagSubmission } from '@answerable/contracts/flags'
import { applyMerge, applyUnmerge } from '@answerable/contracts/merges'
import { joinBoycott, leaveBoycott } from '@answerable/contracts/participation'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission, type Submission } from '@answerable/contracts/submissions'
import { castVote, withdrawVote } from '@answerable/contracts/votes'
import {
  type BareTestService,
  newMember,
  startBareTestService,
} from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from './service.ts'
import { clientCount, command, decisionCount } from './testing/commands.ts'
import { type Sent, statesAfter, uniquePairs } from './testing/explain.ts'
import {
  decide,
  findDrift,
  propose,
  recordChanges,
  startCatalog,
  type TestCatalog,
} from './testing/fixtures.ts'
import { newPair, type Pair } from './testing/merge-model.ts'
import { aliases, type Numbers, type Operation, type Outcome } from './testing/submission-model.ts'

/** A small number for `npm test`; MODEL_RUNS=2000 runs longer. */
const runs = Number(process.env.MODEL_RUNS ?? 30)
const commandsPerRun = 30
const mailbox = newMember().voter
const mailboxes = Array.from({ length: clientCount }, (_, client) =>
  aliases.includes(client) ? mailbox : newMember().voter,
)
/** Ids in the order of the clients, which is the order in which votes of one mailbox are released. */
const newAccount = (client: number): Viewer => {
  const { id, username } = newMember()
  return { id: `${client}${id.slice(1)}`, username, role: 'member', voter: mailboxes[client] }
}
/** The account of each client: after a deletion, a new one of the same mailbox. */
const accounts = mailboxes.map((_, client) => newAccount(client))

let one: TestCatalog
let other: BareTestService
let changes: SubmissionChange[][]

beforeAll(async () => {
  one = await startCatalog()
  other = await startBareTestService(catalog, { DATABASE_URL: one.database.url })
  changes = [await recordChanges(one), await recordChanges(other)]
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

type Subject = {
  id: string
  decisionIds: string[]
  /** The numbers of each version, which are equal for all clients. */
  seen: Map<number, Omit<Numbers, 'userVote' | 'ownParticipation'>>
}

/** The two submissions of a run, older one first, with the model's possible states. */
type Run = Record<'into' | 'from', Subject> & { pairs: Pair[] }

test(`the outcomes of concurrent clients match some order of their operations (${runs} runs)`, {
  timeout: 1_800_000 + runs * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: commandsPerRun, maxLength: commandsPerRun }),
      async (commands) => {
        const run = await newRun()
        for (const [round, all] of commands.entries()) {
          const outcomes = await Promise.allSettled(
            all.map(async ({ instance, ...sent }) => ({
              ...sent,
              outcome: await send(instance === 0 ? one : other, run, sent),
            })),
          )
          // Also after a failure: fast-check runs the commands again with these accounts.
          for (const { operation } of all) {
            if (operation.kind === 'leave') accounts[operation.by] = newAccount(operation.by)
          }
          const done = outcomes.map((outcome) => {
            if (outcome.status === 'rejected') throw outcome.reason
            return outcome.value
          })
          run.pairs = uniquePairs(run.pairs.flatMap((pair) => statesAfter(pair, done, round)))
          expect(run.pairs, `no order explains ${JSON.stringify(done)}`).not.toEqual([])
        }
        await checkInvariants([run.into, run.from])
      },
    ),
    { numRuns: runs },
  )
})

const newRun = async (): Promise<Run> => {
  const [first, second] = [await propose(one), await propose(one)].toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1,
  )
  if (first === undefined || second === undefined) throw new Error('nothing was proposed')
  return { into: newSubject(first.id), from: newSubject(second.id), pairs: [newPair] }
}

const newSubject = (id: string): Subject => ({
  id,
  decisionIds: Array.from({ length: decisionCount }, () => randomUUID()),
  seen: new Map(),
})

const send = async (service: BareTestService, run: Run, sent: Sent): Promise<Outcome> => {
  if (sent.target !== 'both') return sendToOne(service, run[sent.target], sent.operation)
  const { kind, by } = sent.operation
  if (kind === 'merge') return sendMerge(service, run, { into: run.into.id })
  if (kind === 'unmerge') return sendMerge(service, run, {})
  await service.bus.publish({
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId: accountOf(by).id },
    requestId: null,
  })
  return { status: 204, seen: null }
}

const accountOf = (client: number): Viewer => accounts[client] ?? newAccount(client)

const sendMerge = async (
  service: BareTestService,
  { from, into }: Run,
  to: { into?: string },
): Promise<Outcome> => {
  const body = { decisionId: randomUUID(), submissionId: from.id }
  const { status, body: effect } =
    to.into === undefined
      ? await service.call(applyUnmerge, { body }, { issuer: 'moderation' })
      : await service.call(
          applyMerge,
          { body: { ...body, into: to.into } },
          { issuer: 'moderation' },
        )
  if (status !== 200) return { status, seen: null }
  expect(effect.other.id).toBe(into.id)
  return {
    status,
    seen: {
      before: note(from, effect.before),
      after: note(from, effect.after),
      other: { before: effect.other.before.score, after: effect.other.after.score },
    },
  }
}

const sendToOne = async (
  service: BareTestService,
  subject: Subject,
  operation: Operation,
): Promise<Outcome> => {
  const params = { id: subject.id }
  const options = { viewer: accountOf(operation.by) }
  const outcomeOf = (response: { status: number; body: Submission }): Outcome => ({
    status: response.status,
    seen: response.status === 200 ? note(subject, response.body) : null,
  })
  switch (operation.kind) {
    case 'vote':
      return outcomeOf(
        await service.call(castVote, { params, body: { value: operation.value } }, options),
      )
    case 'withdraw':
      return outcomeOf(await service.call(withdrawVote, { params }, options))
    case 'join':
      return outcomeOf(await service.call(joinBoycott, { params }, options))
    case 'part':
      return outcomeOf(await service.call(leaveBoycott, { params }, options))
    case 'read':
      return outcomeOf(await service.call(readSubmission, { params }, options))
    case 'flag': {
      const input = { params, body: { reason: 'Not true.' } }
      return { status: (await service.call(flagSubmission, input, options)).status, seen: null }
    }
    case 'comment': {
      const input = { params, body: { content: 'A comment.' } }
      return { status: (await service.call(postComment, input, options)).status, seen: null }
    }
    case 'decide': {
      const { status, body } = await decide(service, subject.id, {
        action: operation.action,
        decisionId: subject.decisionIds[operation.decision] ?? '',
      })
      if (status !== 200) return { status, seen: null }
      return {
        status,
        seen: {
          before: note(subject, body.before),
          after: note(subject, body.after),
          voteCount: body.voteCount,
          participationCount: body.participationCount,
        },
      }
    }
    default:
      return operation satisfies never
  }
}

/** Records the numbers of a version, and checks that all clients saw the same ones. */
const note = (subject: Subject, submission: Submission): Numbers => {
  const { approved, score, superBoost, flagged, commentCount, participantCount } = submission
  const { userVote, ownParticipation, version } = submission
  const numbers = { approved, score, superBoost, flagged, commentCount, participantCount }
  expect(subject.seen.get(version) ?? numbers).toEqual(numbers)
  subject.seen.set(version, numbers)
  return { ...numbers, userVote, ownParticipation }
}

/**
 * Checks that numbers match their rows, that versions have increased, and that all changes were published.
 */
const checkInvariants = async (subjects: readonly Subject[]): Promise<void> => {
  const ids = subjects.map((subject) => subject.id)
  expect(await findDrift(one.db, ids)).toEqual([])
  await until(async () => expect((await one.db.query('SELECT FROM outbox')).rowCount).toBe(0))
  for (const subject of subjects) {
    const { rows } = await one.db.query<object>(
      `SELECT version, score, approved, participant_count AS "participantCount"
       FROM submissions WHERE id = $1`,
      [subject.id],
    )
    const last = changes
      .flat()
      .filter((change) => change.submissionId === subject.id)
      .reduce((newest, change) => (change.version > newest.version ? change : newest))
    expect(last).toMatchObject(rows[0] ?? {})
    for (const version of subject.seen.keys()) expect(version).toBeLessThanOrEqual(last.version)
  }
  for (const messages of changes) messages.length = 0
}
