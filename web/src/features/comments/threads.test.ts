import type { Comment } from '@answerable/contracts/comments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aComment } from '../../testing/submissions.ts'
import { firstCommentPage } from './comments.ts'
import { type Branch, branchOf, threadsOf } from './threads.ts'

/** Threads like the server's: each comment replies to an earlier one of its thread. */
const discussion = fc
  .array(fc.array(fc.nat(), { maxLength: 20 }), { maxLength: 5 })
  .map((threads) => threads.map((parents) => threadOf(parents)))

const threadOf = (parents: readonly number[]): Comment[] => {
  const comments = [aComment({ replyCount: parents.length })]
  for (const parent of parents) {
    comments.push(aComment({ parentId: comments[parent % comments.length]?.id ?? null }))
  }
  return comments
}

const levelsOf = ({ branches }: Branch): number =>
  1 + Math.max(0, ...branches.map((branch) => levelsOf(branch)))

const all = (branch: Branch): readonly Branch[] => [branch, ...branch.branches.flatMap(all)]

test('every comment is shown once, on at most four levels, below or with what it replies to', () => {
  fc.assert(
    fc.property(discussion, (threads) => {
      const pages = firstCommentPage({ rows: threads.flat(), total: threads.length })
      const branches = threadsOf(pages).map((thread) => branchOf(thread))
      expect(branches.map(({ comment }) => comment)).toEqual(threads.map(([root]) => root))
      for (const [at, branch] of branches.entries()) {
        expect(levelsOf(branch)).toBeLessThanOrEqual(4)
        const shown = all(branch)
        expect(new Set(shown.map(({ comment }) => comment))).toEqual(new Set(threads[at]))
        for (const one of shown) {
          for (const { comment, repliesTo } of one.branches) {
            expect(comment.parentId).toBe((repliesTo ?? one.comment).id)
          }
        }
      }
    }),
  )
})

test('a reply to a comment that is not loaded is shown below the first comment', () => {
  const root = aComment({ replyCount: 3 })
  const orphan = aComment({ parentId: crypto.randomUUID() })
  expect(branchOf({ root, replies: [orphan] }).branches.map(({ comment }) => comment)).toEqual([
    orphan,
  ])
})
