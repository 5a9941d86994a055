import type { QueueEntry } from '@answerable/contracts/review-queue'

type Named = {
  name?: string
  author?: { username: string } | null
  business?: { name: string }
}

/** Names content for screen readers: 'the comment by fleet-dingo'. */
export const contentName = (what: 'comment' | 'response' | 'alternative', content: Named) => {
  if (what === 'alternative') return `the alternative ${content.name ?? ''}`
  return what === 'response'
    ? `the response of ${content.business?.name ?? ''}`
    : `the comment by ${content.author?.username ?? 'Unknown'}`
}

/** Names an entry of the queue for screen readers. */
export const entryName = (entry: QueueEntry): string => {
  switch (entry.kind) {
    case 'submission':
      return entry.submission.targetName
    case 'comment':
      return contentName('comment', entry.comment)
    case 'response':
      return contentName('response', entry.response)
    case 'alternative':
      return contentName('alternative', entry.alternative)
    case 'suggestion':
      return `the suggestion about ${entry.suggestion.business.name}`
    case 'update':
      return `the update about ${entry.update.submission.targetName}`
    case 'claim':
      return `the claim for ${entry.claim.business.name}`
    case 'notice':
      return 'the notice'
    default:
      return entry satisfies never
  }
}
