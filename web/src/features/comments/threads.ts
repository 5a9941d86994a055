import type { Comment } from '@answerable/contracts/comments'
import type { CommentPages } from './comments.ts'

/** The first comment of a thread, and its loaded replies, oldest first. */
export type Thread = { root: Comment; replies: readonly Comment[] }

/** A comment with the replies shown below it. */
export type Branch = {
  comment: Comment
  /** The comment that it replies to, where the position does not show it. */
  repliesTo: Comment | undefined
  branches: readonly Branch[]
}

/** Replies of this level and deeper are shown below each other. */
const maxLevel = 4

/** Removes duplicates: a new thread moves the last one of every page to the next page. */
export const commentsOf = ({ pages }: CommentPages): readonly Comment[] => [
  ...new Map(pages.flatMap(({ rows }) => rows.map((one) => [one.id, one]))).values(),
]

/** In the order of the first comments. Each is followed by its replies. */
export const threadsOf = (pages: CommentPages): readonly Thread[] => {
  const threads: { root: Comment; replies: Comment[] }[] = []
  const threadOf = new Map<string, Comment[]>()
  for (const comment of commentsOf(pages)) {
    const replies = comment.parentId === null ? [] : threadOf.get(comment.parentId)
    if (comment.parentId === null) threads.push({ root: comment, replies: replies ?? [] })
    else replies?.push(comment)
    if (replies !== undefined) threadOf.set(comment.id, replies)
  }
  return threads
}

/** The thread as shown: replies below what they reply to, down to the fourth level. */
export const branchOf = ({ root, replies }: Thread): Branch => {
  const below = Map.groupBy(replies, ({ parentId }) => parentId)
  const known = new Set([root.id, ...replies.map(({ id }) => id)])
  // A reply to a comment that is not loaded is shown below the first comment.
  const orphans = replies.filter(({ parentId }) => parentId !== null && !known.has(parentId))
  const repliesOf = (parent: Comment): readonly Comment[] => {
    const own = below.get(parent.id) ?? []
    return parent === root ? [...own, ...orphans] : own
  }
  const branch = (comment: Comment, level: number): Branch => ({
    comment,
    repliesTo: undefined,
    branches:
      level + 1 < maxLevel
        ? repliesOf(comment).map((reply) => branch(reply, level + 1))
        : repliesOf(comment).flatMap((reply) => flat(reply)),
  })
  const flat = (comment: Comment, repliesTo?: Comment): Branch[] => [
    { comment, repliesTo, branches: [] },
    ...repliesOf(comment).flatMap((reply) => flat(reply, comment)),
  ]
  return branch(root, 1)
}
