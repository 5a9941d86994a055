import type { Comment } from '@answerable/contracts/comments'
import { moderatorRoles, publicDecisionWords } from '@answerable/contracts/decision-words'
import { reasonCodes } from '@answerable/contracts/decisions'
import type { Outcome } from '@answerable/contracts/impact'
import type { PublicDecision } from '@answerable/contracts/moderation-log'
import { boycottPath, pages, personPath } from '@answerable/contracts/pages'
import { categories, type Submission, statuses } from '@answerable/contracts/submissions'
import { cutText } from '@answerable/contracts/text'
import type { FeedEntry } from './atom.ts'

const titleLength = 80

export const submissionEntry = (submission: Submission, origin: string): FeedEntry => {
  const { id, targetName, reasons, author, createdAt, editedAt, category } = submission
  const page = `${origin}${boycottPath(id)}`
  return {
    id: page,
    title: targetName,
    page,
    publishedAt: createdAt,
    changedAt: editedAt ?? createdAt,
    author: authorOf(author, origin),
    text: reasons,
    category: category === null ? undefined : { term: category, label: categories[category] },
  }
}

/** Comments in public view, newest first. */
export const commentEntries = (
  comments: readonly Comment[],
  { id }: Pick<Submission, 'id'>,
  origin: string,
): FeedEntry[] =>
  comments
    .filter(({ state }) => state === 'shown')
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .map((comment) => ({
      id: `urn:uuid:${comment.id}`,
      title: firstWords(comment.content),
      page: `${origin}${boycottPath(id)}#comment-${comment.id}`,
      publishedAt: comment.createdAt,
      changedAt: comment.editedAt ?? comment.createdAt,
      author: authorOf(comment.author, origin),
      text: comment.content,
    }))

export const decisionEntry = (decision: PublicDecision, origin: string): FeedEntry => {
  const { decisionId, position, reasonCode, category, decidedAt, hash } = decision
  const reason = reasonCode === null ? 'None given' : reasonCodes[reasonCode]
  const facts = [
    `Decision ${position}`,
    `Reason: ${reason}`,
    ...(category === null ? [] : [`Category: ${categories[category]}`]),
    `By: ${moderatorRoles[decision.moderator]}`,
    ...(decision.onAppeal ? ['On appeal'] : []),
    `Hash: ${hash}`,
  ]
  return {
    id: `urn:uuid:${decisionId}`,
    title: publicDecisionWords(decision),
    page: `${origin}${pages.moderationLog}`,
    publishedAt: decidedAt,
    changedAt: decidedAt,
    author: null,
    text: facts.join('\n'),
  }
}

export const outcomeEntry = (outcome: Outcome, origin: string): FeedEntry => {
  const { submission, date, text, source, confirmedAt } = outcome
  const page = `${origin}${boycottPath(submission.id)}`
  return {
    // A boycott has one outcome at a time; another one is another entry.
    id: `${page}#${submission.status}-${date}`,
    title: `${statuses[submission.status]}: ${submission.targetName}`,
    page,
    publishedAt: confirmedAt,
    changedAt: confirmedAt,
    author: null,
    text: `${date}: ${text}\n${source}`,
  }
}

const authorOf = (author: { username: string } | null, origin: string): FeedEntry['author'] =>
  author === null
    ? { name: 'Unknown', page: null }
    : { name: author.username, page: `${origin}${personPath(author.username)}` }

const firstWords = (text: string): string => {
  const [line = ''] = text.split('\n', 1)
  return line.length <= titleLength ? line : `${cutText(line, titleLength)}…`
}
