import { challengeSeconds } from '@answerable/contracts/passkeys'
import type { Db } from '@answerable/service-kit/db'
import { hashOf, newSecret } from '../secrets.ts'

type Ceremony = 'add' | 'confirm'

/** Creates a challenge for a ceremony in this session; it replaces the former one. */
export const newChallenge = async (
  db: Db,
  { sessionHash, ceremony }: { sessionHash: string; ceremony: Ceremony },
): Promise<string> => {
  const challenge = newSecret()
  await db.query(
    `INSERT INTO passkey_challenges (session_hash, ceremony, challenge_hash, expires_at)
     SELECT hash, $2, $3, now() + $4 * interval '1 second' FROM sessions WHERE hash = $1
     ON CONFLICT (session_hash, ceremony) DO UPDATE
       SET challenge_hash = excluded.challenge_hash, expires_at = excluded.expires_at`,
    [sessionHash, ceremony, hashOf(challenge), challengeSeconds],
  )
  return challenge
}

/**
 * Uses up the challenge of a ceremony; returns its hash, or null if there is none or it has expired. Call it outside
 * of the transaction that the rest of the ceremony needs, so that a failure uses it up too.
 */
export const takeChallenge = async (
  db: Db,
  { sessionHash, ceremony }: { sessionHash: string; ceremony: Ceremony },
): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string; isLive: boolean }>(
    `DELETE FROM passkey_challenges WHERE session_hash = $1 AND ceremony = $2
     RETURNING challenge_hash AS hash, expires_at > now() AS "isLive"`,
    [sessionHash, ceremony],
  )
  const [row] = rows
  return row?.isLive === true ? row.hash : null
}

export const deleteDeadChallenges = async (db: Db): Promise<void> => {
  await db.query('DELETE FROM passkey_challenges WHERE expires_at < now()')
}
