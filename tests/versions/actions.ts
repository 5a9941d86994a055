import { randomUUID } from 'node:crypto'
import {
  lockDiscussion,
  removeSubmission,
  superBoostSubmission,
} from '@answerable/contracts/decisions'
import { joinBoycott, leaveBoycott } from '@answerable/contracts/participation'
import { readCurrentUser } from '@answerable/contracts/sign-in'
import { readSubmission } from '@answerable/contracts/submissions'
import type { Pool } from '@answerable/service-kit/db'
import { type MailServer, secretsOf } from '../../services/auth/src/testing/mail-server.ts'
import { type Person, signInPeople, submitOneEach } from '../containers/people.ts'
import { ask } from '../faults/ask.ts'
import type { Call, Client } from '../faults/client.ts'
import type { Member, Population } from '../faults/members.ts'
import { until } from '../faults/program.ts'

/** Actions beside the steady load, each of which concerns several services. */
export type Actions = {
  /** Newcomers sign in by mail and propose, members join and leave, and an administrator decides. */
  readonly take: () => Promise<void>
  /** What the tables lack of the acknowledged actions. */
  readonly wrongs: (db: Pool) => Promise<string[]>
  readonly count: () => number
}

type Options = {
  client: Client
  gatewayUrls: () => readonly string[]
  people: Population
  mails: MailServer
}

type Ledger = {
  /** Joined or left, by member and submission. */
  joins: Map<string, boolean>
  decisions: string[]
  /** Authors who must be notified of a decision. */
  notified: string[]
}

const newcomersEach = 3
const joinersEach = 20

export const openActions = ({ client, gatewayUrls, people, mails }: Options): Actions => {
  const ledger: Ledger = { joins: new Map(), decisions: [], notified: [] }
  let turn = 0
  let count = 0

  const must = async (call: Call): Promise<string> => {
    const { status, error, text } = await client.send(call)
    if (status < 200 || status > 299)
      throw new Error(`${call.path} responded with ${status} ${error ?? text}`)
    count += 1
    return text
  }

  const join = async (member: Member, submissionId: string): Promise<void> => {
    const path = joinBoycott.path.replace(':id', submissionId)
    await must({ ...of(member), method: 'POST', path })
    ledger.joins.set(`${member.id} ${submissionId}`, true)
  }

  const leave = async (member: Member, submissionId: string): Promise<void> => {
    const path = leaveBoycott.path.replace(':id', submissionId)
    await must({ ...of(member), method: 'DELETE', path })
    ledger.joins.set(`${member.id} ${submissionId}`, false)
  }

  const decide = async (route: { path: string }, submissionId: string, body: object) => {
    const [admin] = people.admins
    if (admin === undefined) throw new Error('nobody decides')
    const path = route.path.replace(':id', submissionId)
    const key = randomUUID()
    const text = await must({ ...of(admin), method: 'POST', path, key, body })
    ledger.decisions.push(JSON.parse(text).decisionId)
  }

  const idOf = async (person: Person): Promise<string> =>
    JSON.parse(await must({ ...person, method: 'GET', path: readCurrentUser.path })).user.id

  const take = async (): Promise<void> => {
    const newcomers = await signInPeople(client, {
      count: newcomersEach,
      readCodes: async () => codesIn(mails),
    })
    const [locked = '', removed = '', boosted = ''] = await submitOneEach(
      client,
      newcomers,
      `Anvils ${turn}`,
    )
    count += 2 * newcomersEach
    const start = turn * joinersEach
    turn += 1
    const joiners = people.members.slice(start, start + joinersEach)
    for (const member of joiners) await join(member, boosted)
    for (const member of joiners.slice(0, joinersEach / 4)) await leave(member, boosted)
    const authors = await Promise.all(newcomers.map(idOf))
    await decide(lockDiscussion, locked, { reasonCode: 'other', note: 'Calm down.' })
    await decide(removeSubmission, removed, { reasonCode: 'spam' })
    await decide(superBoostSubmission, boosted, { boostValue: 5, reasonCode: 'public-interest' })
    ledger.notified.push(authors[1] ?? '')
    await shownByAll(
      locked,
      (status, body) => status === 200 && body.includes('"discussionLocked":true'),
    )
    await shownByAll(removed, (status) => status === 404)
  }

  /** Visitors of every gateway see it, also those of cached pages. */
  const shownByAll = async (
    id: string,
    isRight: (status: number, body: string) => boolean,
  ): Promise<void> => {
    const path = readSubmission.path.replace(':id', id)
    for (const url of gatewayUrls())
      await until(
        `${id} is right at ${url}`,
        async () => {
          const response = await fetch(`${url}${path}`)
          return isRight(response.status, await response.text())
        },
        60_000,
      )
  }

  return { take, wrongs: (db) => wrongsIn(db, ledger), count: () => count }
}

const codesIn = ({ mails }: MailServer): Map<string, string> =>
  new Map(
    mails
      .map((mail) => [mail.recipients[0] ?? '', secretsOf(mail).code] as const)
      .filter(([, code]) => code !== ''),
  )

const of = ({ cookie, address }: Member) => ({ cookie, address })

const wrongsIn = async (db: Pool, { joins, decisions, notified }: Ledger): Promise<string[]> => {
  const rows = await ask<{ what: string }>(
    db,
    `WITH given AS (
       SELECT split_part(pair, ' ', 1)::uuid AS user_id, split_part(pair, ' ', 2) AS submission_id, joined
       FROM unnest($1::text[], $2::boolean[]) AS pairs (pair, joined)
     )
     SELECT format('join of %s on %s: acknowledged %s', user_id, submission_id, joined) AS what
     FROM given LEFT JOIN catalog.participations AS stored USING (user_id, submission_id)
     WHERE joined <> (stored.user_id IS NOT NULL)
     UNION ALL
     SELECT format('%s joined %s and does not follow it', user_id, submission_id)
     FROM given WHERE joined AND NOT EXISTS (
       SELECT FROM notifications.follows
       WHERE follows.user_id = given.user_id AND kind = 'submission' AND key = submission_id AND active)
     UNION ALL
     SELECT format('%s: %s people of %s joins', id, participant_count, joins) FROM (
       SELECT submissions.id, participant_count,
         (SELECT count(*) FROM catalog.participations LEFT JOIN catalog.participation_holds
            USING (submission_id, user_id)
          WHERE submission_id = submissions.id AND rule IS NULL) AS joins
       FROM catalog.submissions) AS counted WHERE participant_count <> joins
     UNION ALL
     SELECT format('decision %s is not in the log', id) FROM unnest($3::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM moderation.decision_log WHERE decision_id = id)
     UNION ALL
     SELECT format('%s has no notice of the decision', id) FROM unnest($4::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM notifications.notices WHERE user_id = id)`,
    [[...joins.keys()], [...joins.values()], decisions, notified],
  )
  return rows.map(({ what }) => what)
}
