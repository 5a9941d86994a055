import { castVote } from '@answerable/contracts/votes'
import { ask } from '@answerable/site/postgres/testing/ask'
import type { Site } from '@answerable/site/site'
import { openActors } from '../fuzz/actors.ts'

export type Voters = {
  /** The votes that the site has acknowledged, as `votesIn` names them. */
  acknowledged: () => string[]
  /** The votes that have been sent. */
  sent: () => ReadonlySet<string>
  /** Resolves after the last response. */
  stop: () => Promise<void>
}

const members = 200
const atOnce = 4

/** Members who vote without pause, each once on each submission. */
export const openVoters = async ({ url, ownerUrl }: Site): Promise<Voters> => {
  const actors = await openActors(ownerUrl, { member: members, admin: 0 })
  const submissions = (
    await ask(ownerUrl, 'SELECT id FROM catalog.submissions WHERE approved')
  ).map(({ id }) => String(id))
  const acknowledged: string[] = []
  const sent = new Set<string>()
  let next = 0
  let isStopped = false
  const vote = async (): Promise<void> => {
    const { cookie, userId } = actors.pick('member', next)
    const submission = submissions[Math.floor(next / members) % submissions.length] ?? ''
    next += 1
    const name = `${userId} ${submission}`
    sent.add(name)
    const response = await fetch(`${url}${castVote.path.replace(':id', submission)}`, {
      method: castVote.method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ value: 1 }),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`a vote got ${response.status}`)
    acknowledged.push(name)
  }
  const voting = Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isStopped) await vote()
    }),
  )
  return {
    acknowledged: () => [...acknowledged],
    sent: () => new Set(sent),
    stop: async () => {
      isStopped = true
      await voting
      await actors.close()
    },
  }
}

/** All votes of a site. */
export const votesIn = async ({ ownerUrl }: Site): Promise<ReadonlySet<string>> => {
  const rows = await ask(
    ownerUrl,
    `SELECT user_id || ' ' || submission_id AS vote FROM catalog.votes`,
  )
  return new Set(rows.map(({ vote }) => String(vote)))
}
