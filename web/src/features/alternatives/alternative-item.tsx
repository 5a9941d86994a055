import {
  type Alternative,
  deleteAlternative,
  markAlternative,
  unmarkAlternative,
} from '@answerable/contracts/alternatives'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { isSignedIn } from '../../session/current-user.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { plain } from '../../ui/figures.ts'
import { OutsideLink } from '../../ui/linked-text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { alternativeAnchor, alternativeQueries, marked } from './alternatives.ts'

type AlternativeItemProps = {
  alternative: Alternative
  submissionId: string
  isOwn: boolean
  actions: (alternative: Alternative) => ReactNode
}

export const AlternativeItem = (props: AlternativeItemProps) => {
  const { alternative, isOwn, actions } = props
  const { id, name, link, author, state } = alternative
  return (
    <li id={alternativeAnchor(id)} className="alternative" tabIndex={-1}>
      <p className="wrap-anywhere">
        <b className="font-semibold">
          {link === null ? <bdi>{name}</bdi> : <OutsideLink href={link}>{name}</OutsideLink>}
        </b>
        {link !== null && <span className="text-sm text-soft"> {hostOf(link)}</span>}
        {state === 'shown' ? (
          <span className="text-sm text-soft"> by {author?.username ?? 'Unknown'}</span>
        ) : (
          <span className="block text-soft">
            An administrator removed this alternative. Only you can see it.
          </span>
        )}
      </p>
      <div className="comment-actions">
        {state === 'shown' && (isOwn ? <OwnActions {...props} /> : <HelpfulButton {...props} />)}
        {(!isOwn || state === 'removed') && actions(alternative)}
      </div>
    </li>
  )
}

const hostOf = (link: string): string => new URL(link).hostname.replace(/^www\./, '')

const HelpfulButton = ({ alternative, submissionId }: AlternativeItemProps) => {
  const { id, name, helpful } = alternative
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const isMarked = alternative.ownHelpful === true
  const change = (next: (one: Alternative) => Alternative) =>
    client.setQueryData(alternativeQueries.of(submissionId).queryKey, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              rows: page.rows.map((one) => (one.id === id ? next(one) : one)),
            })),
          },
    )
  const mark = useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: `helpful-${id}` },
    mutationFn: (isHelpful: boolean) =>
      memberCall(() => call(isHelpful ? markAlternative : unmarkAlternative, { params: { id } })),
    onMutate: (isHelpful) => change((one) => marked(one, isHelpful)),
    onSuccess: (received) => change((one) => (received.version >= one.version ? received : one)),
    onError: (error, isHelpful) => {
      change((one) => marked(one, !isHelpful))
      // The mark may have been stored although the response was lost: fetch the current state.
      void client.invalidateQueries(alternativeQueries.of(submissionId))
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to mark the alternative'),
        variant: 'destructive',
      })
    },
  })
  const click = async () => {
    if (await isSignedIn(client)) mark.mutate(!isMarked)
    else {
      toast({
        title: 'Login required',
        description: 'You must be logged in to mark an alternative as helpful',
        variant: 'destructive',
      })
    }
  }
  return (
    <button
      type="button"
      className="quiet-link helpful"
      aria-pressed={isMarked}
      aria-label={`Mark ${name} as helpful${helpful > 0 ? `, ${plain(helpful)} so far` : ''}`}
      onClick={() => void click()}
    >
      Helpful
      {helpful > 0 && <span className="figure">{plain(helpful)}</span>}
    </button>
  )
}

const OwnActions = ({ alternative, submissionId }: AlternativeItemProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => memberCall(() => call(deleteAlternative, { params: { id: alternative.id } })),
    onSuccess: () => {
      toast({ title: 'Alternative deleted' })
      void client.invalidateQueries({ queryKey: queryKeys.alternatives(submissionId) })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to delete the alternative'),
        variant: 'destructive',
      }),
  })
  return (
    <>
      {alternative.helpful > 0 && (
        <span className="figure">Helpful to {plain(alternative.helpful)}</span>
      )}
      {isAsked ? (
        <>
          <button
            type="button"
            className="quiet-link"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {remove.isPending ? 'Deleting...' : 'Delete it'}
          </button>
          <button type="button" className="quiet-link" onClick={() => setAsked(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button
          type="button"
          className="quiet-link"
          aria-label={`Delete ${alternative.name}`}
          onClick={() => setAsked(true)}
        >
          Delete
        </button>
      )}
    </>
  )
}
