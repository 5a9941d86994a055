import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { AlreadyDecided } from '../../features/review/already-decided.tsx'
import { AlternativeFacts, AlternativeHead } from '../../features/review/alternative-facts.tsx'
import { CommentFacts, CommentHead } from '../../features/review/comment-facts.tsx'
import { ResponseFacts, ResponseHead } from '../../features/review/response-facts.tsx'
import { reviewQueries } from '../../features/review/review-queries.ts'
import { FetchError } from '../../ui/fetch-error.tsx'
import { adminAddress } from './admin-address.ts'
import { ContentControls } from './content-controls.tsx'
import { contentName } from './entry-name.ts'

/** Content that has a panel of its own, named in the address. */
export const panelKinds = ['comment', 'response', 'alternative'] as const

type ContentPanelProps = { kind: (typeof panelKinds)[number]; id: string; readerId: string }

/** Review of one comment, response or alternative, in any state. */
export const ContentPanel = ({ kind, ...props }: ContentPanelProps) => {
  if (kind === 'comment') return <CommentPanel {...props} />
  return kind === 'response' ? <ResponsePanel {...props} /> : <AlternativePanel {...props} />
}

type PanelProps = Omit<ContentPanelProps, 'kind'>

const CommentPanel = ({ id, readerId }: PanelProps) => (
  <Panel what="comment" article="a comment" found={useQuery(reviewQueries.comment(id))}>
    {(comment, options) => (
      <>
        <CommentHead comment={comment} />
        <CommentFacts comment={comment} />
        <Controls
          what="comment"
          name={contentName('comment', comment)}
          content={comment}
          readerId={readerId}
          {...options}
        />
      </>
    )}
  </Panel>
)

const ResponsePanel = ({ id, readerId }: PanelProps) => (
  <Panel what="response" article="a response" found={useQuery(reviewQueries.response(id))}>
    {(response, options) => (
      <>
        <ResponseHead response={response} />
        <ResponseFacts response={response} />
        <Controls
          what="response"
          name={contentName('response', response)}
          content={response}
          readerId={readerId}
          {...options}
        />
      </>
    )}
  </Panel>
)

const AlternativePanel = ({ id, readerId }: PanelProps) => (
  <Panel
    what="alternative"
    article="an alternative"
    found={useQuery(reviewQueries.alternative(id))}
  >
    {(alternative, options) => (
      <>
        <AlternativeHead alternative={alternative} />
        <AlternativeFacts alternative={alternative} />
        <Controls
          what="alternative"
          name={contentName('alternative', alternative)}
          content={alternative}
          readerId={readerId}
          {...options}
        />
      </>
    )}
  </Panel>
)

type Options = { hasConflict: boolean; onDecided: () => void; onConflict: () => void }

const Controls = ({ hasConflict, ...props }: Parameters<typeof ContentControls>[0] & Options) => (
  <>
    {hasConflict && <AlreadyDecided kind={props.what} id={props.content.id} />}
    <ContentControls {...props} />
  </>
)

type Found<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

const Panel = <Data,>({
  what,
  article,
  found: { data, error, isFetching, refetch },
  children,
}: {
  what: string
  article: string
  found: Found<Data>
  children: (data: Data, options: Options) => ReactNode
}) => {
  const [hasConflict, setConflict] = useState(false)
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div className="comment" aria-busy="true">
        <span className="sr-only">Loading the {what}</span>
        <div className="bone h-4 w-4/5" aria-hidden="true" />
      </div>
    )
  }
  return (
    <section className="review-panel" aria-label={`Review of ${article}`}>
      <p className="mb-3 text-sm">
        <Link className="link" to={adminAddress('flagged')}>
          Back to the queue
        </Link>
      </p>
      {children(data, {
        hasConflict,
        onDecided: () => setConflict(false),
        onConflict: () => setConflict(true),
      })}
    </section>
  )
}
