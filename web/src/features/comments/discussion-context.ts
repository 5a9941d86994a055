import type { Comment } from '@answerable/contracts/comments'
import { createContext, type ReactNode } from 'react'

export type DiscussionContextValue = {
  submissionId: string
  /** Whether members can reply. */
  isOpen: boolean
  /** The signed-in member. */
  username: string | undefined
  /** Whether the member has muted the author. */
  isMuted: (username: string) => boolean
  /** The comment that the address names. */
  linkedId: string | undefined
  /** Whether the address also opens the form for a reply to it. */
  isReplying: boolean
  /** Further actions of a comment, from other features. */
  actions: (comment: Comment) => ReactNode
}

export const DiscussionContext = createContext<DiscussionContextValue>({
  submissionId: '',
  isOpen: false,
  username: undefined,
  isMuted: () => false,
  linkedId: undefined,
  isReplying: false,
  actions: () => null,
})
