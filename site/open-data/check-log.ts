import { setTimeout as delay } from 'node:timers/promises'
import { type PublicDecision, readModerationLog } from '@answerable/contracts/moderation-log'
import type { OpenDataManifest } from '@answerable/contracts/open-data'
import { maxPageSize } from '@answerable/contracts/paging'
import { pathOf } from '@answerable/contracts/route'
import { firstHash, rowHash } from '@answerable/moderation/log/chain'

type Entry = Pick<PublicDecision, 'position' | 'payloadHash' | 'hash'>

/**
 * Computes the hash chain of the moderation log that a site shows now, from the first decision to the last. It must pass
 * through the head in the manifest. Returns the position of the last decision, or a sentence about the first fault.
 */
export const checkLog = async (
  head: OpenDataManifest['moderationLog'],
  origin: string,
): Promise<number | string> => {
  const log = await readLog(origin)
  let previousHash = firstHash
  for (const [index, entry] of log.entries()) {
    const position = index + 1
    const payloadHash = Buffer.from(entry.payloadHash, 'hex')
    const hash = rowHash({ position, previousHash, payloadHash })
    if (entry.position !== position || entry.hash !== hash.toString('hex'))
      return `${origin}, moderation log, decision ${position}: it does not follow the decision before it`
    if (position === head.position && entry.hash !== head.hash)
      return `${origin}, moderation log, decision ${position}: its hash is not the one that the manifest has`
    previousHash = hash
  }
  return log.length < head.position
    ? `${origin}, moderation log: it has ${log.length} decisions, but the manifest has ${head.position}`
    : log.length
}

/** All entries, oldest first. Decisions that are added meanwhile move others to later pages, where they are read again. */
const readLog = async (origin: string): Promise<Entry[]> => {
  const entries = new Map<number, Entry>()
  for (let number = 1; ; number += 1) {
    const query = { page: String(number), limit: String(maxPageSize) }
    const response = await fetchPatiently(new URL(pathOf(readModerationLog, { query }), origin))
    if (!response.ok) throw new Error(`${origin} responds with ${response.status}`)
    const rows = (await response.json()) as Entry[]
    for (const row of rows) entries.set(row.position, row)
    if (rows.length < maxPageSize) break
  }
  return [...entries.values()].sort((one, other) => one.position - other.position)
}

/** Waits as long as the site asks for when a long log exceeds its limit of requests. */
const fetchPatiently = async (url: URL): Promise<Response> => {
  for (;;) {
    const response = await fetch(url)
    if (response.status !== 429) return response
    await delay(1_000 * Number(response.headers.get('retry-after') ?? 1))
  }
}
