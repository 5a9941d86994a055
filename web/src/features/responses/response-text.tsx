import { reasonCodes } from '@answerable/contracts/decisions'
import { businessPath } from '@answerable/contracts/pages'
import type { OfficialResponse } from '@answerable/contracts/responses'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LinkedText } from '../../ui/linked-text.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { responseAnchor } from './responses.ts'

const ResponseEditor = lazy(async () => ({
  default: (await import('./response-editor.tsx')).ResponseEditor,
}))
const ResponseHistory = lazy(async () => ({
  default: (await import('./response-history.tsx')).ResponseHistory,
}))

type ResponseTextProps = {
  response: OfficialResponse
  submissionId: string
  /** Whether the user may edit it. */
  isOwn: boolean
  /** Whether the user speaks for its business or wrote it, perhaps as a former representative. */
  concernsUser: boolean
  actions: ResponseActions
}

/** Further actions on a response, of other features. */
export type ResponseActions = (response: OfficialResponse, concernsUser: boolean) => ReactNode

/** An official response with its verified domain, or the reason of its removal. */
export const ResponseText = ({
  response,
  submissionId,
  isOwn,
  concernsUser,
  actions,
}: ResponseTextProps) => {
  const [isEdited, setEdited] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { business, state } = response
  return (
    <article className="official-response" id={responseAnchor(response.id)}>
      <header className="official-response-head">
        <Link className="name" to={businessPath(business.slug)}>
          <bdi>{business.name}</bdi>
        </Link>
        <span className="verified">
          <BadgeCheck size={15} aria-hidden />
          Verified: {response.domain}
        </span>
        <RelativeTime at={response.createdAt} />
      </header>
      {state === 'removed' && (
        <p className="text-soft">
          An administrator removed this response
          {response.reasonCode !== null && <>: {reasonCodes[response.reasonCode]}</>}.
        </p>
      )}
      {state === 'shown' && !isEdited && (
        <>
          <div className="prose-text">
            <Markdown text={response.content} />
          </div>
          {response.sources !== null && (
            <p className="mt-2 whitespace-pre-line wrap-anywhere">
              <LinkedText text={response.sources} />
            </p>
          )}
        </>
      )}
      {isEdited && (
        <Suspense>
          <ResponseEditor
            submissionId={submissionId}
            business={business}
            response={response}
            onClose={() => {
              setEdited(false)
              edit.current?.focus()
            }}
          />
        </Suspense>
      )}
      {state === 'removed' && (
        <footer className="official-response-foot">{actions(response, concernsUser)}</footer>
      )}
      {state === 'shown' && (
        <footer className="official-response-foot">
          {isOwn && (
            <button
              ref={edit}
              type="button"
              className="quiet-link"
              aria-label="Edit the response"
              aria-expanded={isEdited}
              onClick={() => setEdited(!isEdited)}
            >
              Edit
            </button>
          )}
          {actions(response, concernsUser)}
          {response.versionCount > 1 && (
            <Disclosure
              button={<>Edited, {response.versionCount} versions</>}
              buttonClass="quiet-link"
              panelClass="official-response-versions"
            >
              {() => (
                <Suspense>
                  <ResponseHistory response={response} />
                </Suspense>
              )}
            </Disclosure>
          )}
        </footer>
      )}
    </article>
  )
}
