import type { DecisionRecord } from '@answerable/contracts/decisions'
import type { FlagReport, ReviewedSubmission } from '@answerable/contracts/review'
import { aSubmission } from './submissions.ts'

export const admin = {
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.org',
  username: 'subtle-beetle',
  isAdmin: true,
}

export const aFlag = (reason: string, id = crypto.randomUUID()): FlagReport => ({
  id,
  reasonCode: null,
  reason,
  createdAt: '2026-11-02T10:00:00.000Z',
  closedAt: null,
  flaggedText: {
    targetName: 'Montgomery City Lines',
    location: 'Montgomery, Alabama, USA',
    reasons: 'The text as it was flagged.',
    sources: null,
  },
})

const state = { approved: true, superBoost: 0, flagCount: 1, score: 10, version: 5 }

export const aDecision = (given: Partial<DecisionRecord> = {}): DecisionRecord => ({
  decisionId: crypto.randomUUID(),
  kind: 'remove',
  boostValue: null,
  voteCount: null,
  participationCount: null,
  reasonCode: 'spam',
  note: 'Third time.',
  moderator: { id: '99999999-2222-4333-8444-555555555555', username: 'fleet-dingo' },
  decidedAt: '2026-11-03T10:00:00.000Z',
  before: state,
  after: { ...state, approved: false, version: 6 },
  otherId: null,
  ...given,
})

/** A flagged submission in the queue. */
export const aReviewed = (given: Partial<ReviewedSubmission> = {}): ReviewedSubmission => ({
  ...aSubmission({ flagged: true }),
  flagCount: 1,
  heldVotes: 0,
  heldParticipations: 0,
  mergedInto: null,
  flags: [aFlag('Figures are made up.')],
  decisions: [],
  appeal: null,
  ...given,
})
