import type { DecisionAction } from '@answerable/contracts/decisions'

/** What a decision leaves of a submission. */
export type Decided = {
  approved: boolean
  superBoost: number
  closesFlags: boolean
  /** What becomes of the votes that are held. */
  settlesVotes: { how: 'release' | 'void'; heldUntil: string | null } | null
}

/** Approving answers the open flags; removing keeps them for the record; a boost touches neither. */
export const decidedState = (
  current: { approved: boolean; super_boost: number },
  action: DecisionAction,
): Decided => {
  const unchanged = {
    approved: current.approved,
    superBoost: current.super_boost,
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
    default:
      return action satisfies never
  }
}
