import type { DecisionAction } from '@answerable/contracts/decisions'

/** The state of a submission after a decision. */
export type Decided = {
  approved: boolean
  superBoost: number
  discussionLocked: boolean
  closesFlags: boolean
  /** Whether the decision releases or voids the held votes. */
  settlesVotes: { how: 'release' | 'void'; heldUntil: string | null } | null
}

/** Approval closes the open flags; removal leaves them open for the record; a boost changes neither. */
export const decidedState = (
  current: { approved: boolean; super_boost: number; discussion_locked: boolean },
  action: DecisionAction,
): Decided => {
  const unchanged = {
    approved: current.approved,
    superBoost: current.super_boost,
    discussionLocked: current.discussion_locked,
    closesFlags: false,
    settlesVotes: null,
  }
  switch (action.kind) {
    case 'approve':
      return { ...unchanged, approved: true, closesFlags: true }
    case 'remove':
      return { ...unchanged, approved: false }
    case 'super-boost':
      return { ...unchanged, superBoost: action.boostValue }
    case 'release-votes':
      return { ...unchanged, settlesVotes: { how: 'release', heldUntil: action.heldUntil ?? null } }
    case 'void-votes':
      return { ...unchanged, settlesVotes: { how: 'void', heldUntil: action.heldUntil ?? null } }
    case 'lock-discussion':
      return { ...unchanged, discussionLocked: true }
    // The name is not part of the state.
    case 'rename':
      return unchanged
    case 'unlock-discussion':
      return { ...unchanged, discussionLocked: false }
    default:
      return action satisfies never
  }
}

/** Whether the author has changed the text since the administrator read it. A removal applies to every text. */
export const isOutdatedApproval = (
  { action, expectedVersion }: { action: string; expectedVersion?: number | undefined },
  { text_version }: { text_version: number },
): boolean =>
  action === 'approve' && expectedVersion !== undefined && text_version > expectedVersion
