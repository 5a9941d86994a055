import type { Comment } from '@answerable/contracts/comments'
import type { Submission } from '@answerable/contracts/submissions'

/** A submission with default values, except the given ones. */
export const aSubmission = (given: Partial<Submission> = {}): Submission => ({
  id: 'aaaaaaaa',
  targetName: 'Montgomery City Lines',
  business: { id: 'bbbbbbbb', slug: 'montgomery-city-lines', name: 'Montgomery City Lines' },
  location: 'Montgomery, Alabama, USA',
  country: 'US',
  category: 'service',
  reasons: 'Segregated seating on city buses.',
  sources: 'https://en.wikipedia.org/wiki/Montgomery_bus_boycott',
  demand: null,
  status: 'proposed',
  embedUrl: null,
  embedType: null,
  authorId: '0b9d4a52-6b1f-4c0a-9a55-1d2f3b4c5d6e',
  author: { username: 'quiet-heron' },
  score: 10,
  superBoost: 0,
  flagged: false,
  approved: true,
  commentCount: 3,
  participantCount: 0,
  discussionLocked: false,
  userVote: null,
  ownParticipation: false,
  version: 5,
  unusualActivity: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
  ...given,
})

/** A comment with default values, except the given ones. */
export const aComment = (given: Partial<Comment> = {}): Comment => ({
  id: crypto.randomUUID(),
  content: 'They answered on Friday.',
  createdAt: '2026-11-01T10:00:00.000Z',
  author: { username: 'steady-oak' },
  parentId: null,
  editedAt: null,
  state: 'shown',
  reasonCode: null,
  helpful: 0,
  ownHelpful: null,
  replyCount: 0,
  version: 1,
  ...given,
})

/** Ids of eight characters, sorted like their numbers. */
export const idOf = (number: number): string => String(number).padStart(8, '0')
