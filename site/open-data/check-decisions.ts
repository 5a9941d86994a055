import type { OpenDataManifest } from '@answerable/contracts/open-data'
import { firstHash, rowHash } from '@answerable/moderation/log/chain'
import { type PathOf, rowsIn } from './downloaded.ts'

type Decision = { position: number; payloadHash: string; hash: string }

export const decisionsFile = 'decisions.jsonl.gz'

/**
 * Computes the hash chain of the moderation log again, up to the head in the manifest. Returns a sentence about the
 * first row that differs; null if there is none.
 */
export const checkDecisions = async (
  pathOf: PathOf,
  head: OpenDataManifest['moderationLog'],
): Promise<string | null> => {
  let previousHash = firstHash
  let position = 0
  for await (const row of rowsIn<Decision>(pathOf(decisionsFile))) {
    position += 1
    const payloadHash = Buffer.from(row.payloadHash, 'hex')
    const hash = rowHash({ position, previousHash, payloadHash })
    if (row.position !== position || row.hash !== hash.toString('hex'))
      return `${decisionsFile}, row ${position}: it does not follow the row before it`
    previousHash = hash
  }
  return position === head.position && previousHash.toString('hex') === head.hash
    ? null
    : `${decisionsFile}: the last row is not the head of the moderation log in the manifest`
}
