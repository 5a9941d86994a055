import { countryName } from '@answerable/contracts/countries'
import type { Notice, NoticeOutcome } from '@answerable/contracts/notifications'
import { queryOfSearchKey } from '@answerable/contracts/search-key'
import { categories } from '@answerable/contracts/submissions'
import type { ReactNode } from 'react'
import { counted, plain } from '../../ui/figures.ts'
import type { NoticeGroup } from './grouped.ts'

/** What a notice says. */
export const NoticeWords = ({ group }: { group: NoticeGroup }): ReactNode => {
  const [notice] = group
  const target = <Target notice={notice} />
  switch (notice.kind) {
    case 'reply':
      return (
        <>
          <Author notice={notice} /> replied to your comment on {target}
        </>
      )
    case 'mention':
      return (
        <>
          <Author notice={notice} /> mentioned you in a comment on {target}
        </>
      )
    case 'comment':
      return group.length === 1 ? (
        <>
          <Author notice={notice} /> commented on {target}
        </>
      ) : (
        <>
          {counted(group.length, 'new comment')} on {target}
        </>
      )
    case 'publication':
      return (
        <>
          New boycott {followWords(notice)}: {target}
        </>
      )
    case 'status':
      return (
        <>
          {target} {statusWords(notice.outcome)}
        </>
      )
    case 'response':
      return (
        <>
          <Business notice={notice} /> has responded to {target}
        </>
      )
    case 'request':
      return (
        <>
          {target} has become active. You can respond for <Business notice={notice} />
        </>
      )
    case 'decision':
      return <DecisionWords notice={notice} />
    case 'flag':
      return (
        <>
          {flagged(notice, target)}{' '}
          {notice.outcome?.endsWith('removed') === true ? 'was removed' : 'was reviewed and stays'}
        </>
      )
    case 'appeal':
      return (
        <>
          Your appeal about {target} {appealWords(notice.outcome)}
        </>
      )
    case 'milestone':
      return (
        <>
          {target} {milestoneWords(notice.milestone)}
        </>
      )
    default:
      return notice.kind satisfies never
  }
}

const DecisionWords = ({ notice }: { notice: Notice }): ReactNode => {
  const { business, outcome } = notice
  if (business !== null && outcome?.startsWith('claim-') === true) {
    return (
      <>
        Your claim to speak for <b className="name">{business.name}</b> {claimWords(outcome)}
      </>
    )
  }
  if (business !== null) {
    return (
      <>
        Your suggestion about <b className="name">{business.name}</b> was {outcome}
      </>
    )
  }
  if (outcome !== null && isOnUpdate(outcome)) {
    return (
      <>
        Your update about <Target notice={notice} /> {updateWords[outcome]}
      </>
    )
  }
  if (outcome === 'suspended') return 'Your account was suspended'
  if (outcome === 'reinstated') return 'Your account is no longer suspended'
  if (outcome === 'passkeys-reset') return 'Your passkeys were reset'
  return (
    <>
      Your {writing(notice)} <Target notice={notice} /> {decidedWords(outcome)}
    </>
  )
}

const Business = ({ notice: { business } }: { notice: Notice }) => (
  <b className="name">{business?.name ?? 'The business'}</b>
)

const Author = ({ notice }: { notice: Notice }) => (
  <b className="name">{notice.comment?.author?.username ?? 'Unknown'}</b>
)

const Target = ({ notice: { submission } }: { notice: Notice }) =>
  submission === null ? (
    'a boycott that is no longer public'
  ) : (
    <b className="name">{submission.targetName}</b>
  )

const followWords = ({ follow }: Notice): ReactNode => {
  if (follow === null) return 'in what you follow'
  const { kind, key, business } = follow
  switch (kind) {
    case 'business':
      return business === null ? 'of a business that you follow' : `of ${business.name}`
    case 'country':
      return `in ${countryName(key)}`
    case 'category':
      return `in ${categories[key as keyof typeof categories] ?? 'a category'}`
    case 'search': {
      const words = queryOfSearchKey(key)?.q
      return words === undefined ? 'for your search' : `for “${words}”`
    }
    case 'submission':
      return 'in what you follow'
    default:
      return kind satisfies never
  }
}

const flagged = ({ comment, submission, outcome }: Notice, target: ReactNode): ReactNode => {
  if (outcome?.startsWith('alternative-') === true)
    return <>An alternative for {target} that you flagged</>
  if (outcome?.startsWith('response-') === true)
    return <>The response to {target} that you flagged</>
  if (comment !== null) return <>A comment on {target} that you flagged</>
  return submission === null ? 'A boycott that you flagged' : <>{target}, which you flagged,</>
}

const writing = ({ comment, outcome }: Notice): string => {
  if (outcome === 'response-removed' || outcome === 'response-approved') return 'response to'
  if (outcome?.startsWith('alternative-') === true) return 'alternative for'
  return comment === null ? 'submission' : 'comment on'
}

const claimWords = (outcome: NoticeOutcome | null): string => {
  if (outcome === 'claim-accepted') return 'was confirmed'
  if (outcome === 'claim-declined') return 'was declined'
  return 'was ended by an administrator'
}

const statusWords = (outcome: NoticeOutcome | null): string => {
  if (outcome === 'removed') return 'was removed'
  if (outcome === 'approved') return 'was approved again'
  if (outcome === 'merged') return 'was merged with another boycott about the same matter'
  if (outcome === 'locked') return 'no longer takes comments'
  if (outcome === 'unlocked') return 'takes comments again'
  if (outcome === 'unmerged') return 'is separate again from the boycott that it was merged with'
  if (outcome !== null && isStatus(outcome)) return newStatusWords[outcome]
  return 'has changed'
}

const newStatusWords = {
  active: 'is active: enough people take part',
  met: 'has ended: its demand was met',
  'partly-met': 'has a result: its demand was partly met',
  ended: 'has ended',
  stale: 'is stale: nothing new has happened for 180 days',
} as const satisfies Partial<Record<NoticeOutcome, string>>

const isStatus = (outcome: NoticeOutcome): outcome is keyof typeof newStatusWords =>
  Object.hasOwn(newStatusWords, outcome)

const updateWords = {
  'update-confirmed': 'was confirmed',
  'update-declined': 'was declined',
  'update-withdrawn': 'was taken off the timeline',
} as const satisfies Partial<Record<NoticeOutcome, string>>

const isOnUpdate = (outcome: NoticeOutcome): outcome is keyof typeof updateWords =>
  Object.hasOwn(updateWords, outcome)

const decidedWords = (outcome: NoticeOutcome | null): string => {
  if (outcome?.endsWith('removed') === true) return 'was removed'
  if (outcome === 'response-approved' || outcome === 'alternative-approved')
    return 'is public again'
  if (outcome === 'approved' || outcome === 'overturned') return 'was approved'
  if (outcome === 'renamed') return 'has a new name'
  if (outcome === 'boosted') return 'has a new ranking boost'
  return statusWords(outcome)
}

const appealWords = (outcome: NoticeOutcome | null): string =>
  outcome === 'overturned'
    ? 'was successful: it is public again'
    : 'was declined: the removal is upheld'

const milestoneWords = (milestone: Notice['milestone']): string => {
  if (milestone === null) return 'has reached a milestone'
  const { kind, value } = milestone
  return kind === 'score'
    ? `has reached a score of ${plain(value)}`
    : `has ${plain(value)} comments`
}
