import {
  type ContributionKind,
  type Contributions,
  type contributionKinds,
  exportAccount,
  exportContributions,
  exportDecisions,
  exportNotifications,
  type OwnDecisions,
  type OwnNotifications,
} from '@answerable/contracts/own-data'
import { call } from '../../api/call.ts'

/** Reads all stored data about the signed-in user, page by page from each service. */
export const gatherData = async (onProgress: (entries: number) => void) => {
  let entries = 0
  const count = (more: number) => {
    entries += more
    onProgress(entries)
  }
  const { account, sessions, passkeys } = await call(exportAccount, {})
  const contributions = {
    submissions: await gatherKind('submissions', count),
    submissionVersions: await gatherKind('submissionVersions', count),
    sourceDetails: await gatherKind('sourceDetails', count),
    sourceVersions: await gatherKind('sourceVersions', count),
    comments: await gatherKind('comments', count),
    commentVersions: await gatherKind('commentVersions', count),
    marks: await gatherKind('marks', count),
    votes: await gatherKind('votes', count),
    participations: await gatherKind('participations', count),
    flags: await gatherKind('flags', count),
    suggestions: await gatherKind('suggestions', count),
    updates: await gatherKind('updates', count),
    mutes: await gatherKind('mutes', count),
    responses: await gatherKind('responses', count),
    alternatives: await gatherKind('alternatives', count),
    alternativeMarks: await gatherKind('alternativeMarks', count),
  } satisfies Record<(typeof contributionKinds)[number], unknown>
  return {
    site: location.origin,
    exportedAt: new Date().toISOString(),
    account,
    sessions,
    passkeys,
    ...contributions,
    ...(await gatherDecisions(count)),
    ...(await gatherNotifications(count)),
  }
}

const gatherKind = async <Kind extends ContributionKind>(
  kind: Kind,
  count: (more: number) => void,
): Promise<Contributions[Kind]> => {
  const all: unknown[] = []
  let after: string | undefined
  do {
    const part = await call(exportContributions, {
      query: after === undefined ? { kind } : { kind, after },
    })
    all.push(...part[kind])
    count(part[kind].length)
    after = part.next ?? undefined
  } while (after !== undefined)
  return all as Contributions[Kind]
}

const gatherDecisions = async (
  count: (more: number) => void,
): Promise<Omit<OwnDecisions, 'next'>> => {
  const all: Omit<OwnDecisions, 'next'> = { decisions: [], appeals: [], claims: [] }
  let after: string | undefined
  do {
    const part = await call(exportDecisions, { query: after === undefined ? {} : { after } })
    all.decisions.push(...part.decisions)
    all.appeals.push(...part.appeals)
    all.claims.push(...part.claims)
    count(part.decisions.length + part.appeals.length + part.claims.length)
    after = part.next ?? undefined
  } while (after !== undefined)
  return all
}

const gatherNotifications = async (
  count: (more: number) => void,
): Promise<Omit<OwnNotifications, 'next'>> => {
  const { next, ...all } = await call(exportNotifications, { query: {} })
  count(all.follows.length + all.notices.length)
  let after = next
  while (after !== null) {
    const part = await call(exportNotifications, { query: { after } })
    all.notices.push(...part.notices)
    count(part.notices.length)
    after = part.next
  }
  return all
}
