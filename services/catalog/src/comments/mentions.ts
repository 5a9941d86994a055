import { maxMentions } from '@answerable/contracts/comments'
import { usernameLimits } from '@answerable/contracts/own-account'
import type { Db } from '@answerable/service-kit/db'

/** Not within a word or an address. A username consists of letters, digits, and single hyphens and underscores. */
const mention = /(?<![\w@./-])@([A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*)(?![\w@-])/g
const code = /`[^`\n]*`/g
const quotedLine = /^ {0,3}>.*$/gm

/** The usernames that a text mentions outside quotations and code, in lower case, each once. */
const mentionedNames = (text: string): string[] => {
  const names = [...text.replace(quotedLine, '').replace(code, ' ').matchAll(mention)]
    .map(([, name = '']) => name.toLowerCase())
    .filter(({ length }) => length >= usernameLimits.min && length <= usernameLimits.max)
  return [...new Set(names)].slice(0, maxMentions)
}

/** Stores whom the current text of a comment mentions: members who are not suspended, except its author. */
export const storeMentions = async (
  db: Db,
  comment: { id: string; authorId: string; content: string },
): Promise<void> => {
  await db.query('DELETE FROM mentions WHERE comment_id = $1', [comment.id])
  const names = mentionedNames(comment.content)
  if (names.length === 0) return
  // An older name of another member may be the same until the event about the new one arrives.
  await db.query(
    `INSERT INTO mentions (comment_id, user_id)
     SELECT $1, id FROM (
       SELECT DISTINCT ON (lower(username)) id, suspended FROM authors
       WHERE lower(username) = ANY ($2)
       ORDER BY lower(username), version DESC NULLS LAST
     ) AS named WHERE NOT suspended AND id <> $3`,
    [comment.id, names, comment.authorId],
  )
}
