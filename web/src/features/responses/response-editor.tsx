import type { BusinessLink } from '@answerable/contracts/business-link'
import {
  editResponse,
  type OfficialResponse,
  postResponse,
  responseLimits,
} from '@answerable/contracts/responses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { MarkdownPreview } from '../../ui/markdown/markdown-preview.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { ownResponse, responseDraft, responseQueries } from './responses.ts'

type ResponseEditorProps = {
  submissionId: string
  business: BusinessLink
  /** The published response; null to write the first text. */
  response: OfficialResponse | null
  onClose: () => void
}

/** Writes or edits an official response. If it was changed elsewhere, shows that text before it is replaced. */
export const ResponseEditor = ({
  submissionId,
  business,
  response,
  onClose,
}: ResponseEditorProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const box = useRef<HTMLTextAreaElement>(null)
  const [base, setBase] = useState(response)
  const draft = useDraft(responseDraft(submissionId), {
    content: response?.content ?? '',
    sources: response?.sources ?? '',
  })
  const { content, sources } = draft.fields
  const readCurrent = async () => {
    const reply = await client.fetchQuery({ ...responseQueries.of(submissionId), staleTime: 0 })
    setBase(ownResponse(reply) ?? null)
  }
  const send = useMutation({
    mutationFn: () => {
      const text = { content: content.trim(), sources: sources.trim() || null }
      const params = { id: submissionId }
      return memberCall(() =>
        base === null
          ? call(postResponse, { params, body: text })
          : call(editResponse, { params, body: { ...text, expectedVersion: base.version } }),
      )
    },
    onSuccess: () => {
      draft.clear()
      toast({ title: base === null ? 'Response published' : 'Response saved' })
      onClose()
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
      void client.invalidateQueries({ queryKey: queryKeys.businesses })
    },
    onError: (error) => {
      toast({
        title: 'Failed to publish the response',
        description: messageFor(error, 'Please try again.'),
        variant: 'destructive',
      })
      if (
        error instanceof ApiError &&
        (error.code === 'response_changed' || error.code === 'already_responded')
      )
        void readCurrent().catch(() => undefined)
    },
  })
  const wait = useWait(send.error)
  const fieldErrors = send.error instanceof ApiError ? send.error.fields : {}
  const isReady = content.trim() !== '' && !send.isPending && wait === 0
  useEffect(() => {
    box.current?.focus()
  }, [])

  return (
    <form
      className="comment-editor"
      aria-label={`Response of ${business.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send.mutate()
      }}
    >
      <Field
        label={`Response of ${business.name}`}
        hint="Paragraphs, links, bold, italic, lists and quotes. Every version stays public."
        error={fieldErrors.content}
        length={{ used: content.length, limit: responseLimits.content.max }}
      >
        {(control) => (
          <textarea
            {...control}
            ref={box}
            className="input"
            rows={8}
            readOnly={send.isPending}
            value={content}
            onChange={(event) => draft.change({ content: event.target.value, sources })}
          />
        )}
      </Field>
      <MarkdownPreview text={content} />
      <Field
        label="Sources (optional)"
        error={fieldErrors.sources}
        length={{ used: sources.length, limit: responseLimits.sources.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={2}
            readOnly={send.isPending}
            value={sources}
            onChange={(event) => draft.change({ content, sources: event.target.value })}
          />
        )}
      </Field>
      {base !== null && base.version !== response?.version && (
        <div className="notice">
          <p className="text-sm text-soft">
            This response was changed elsewhere. Saving replaces this text:
          </p>
          <Markdown text={base.content} />
        </div>
      )}
      <WaitNotice seconds={wait} />
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={!isReady}>
          {send.isPending ? 'Publishing…' : base === null ? 'Publish response' : 'Save response'}
        </button>
        <button
          type="button"
          className="button-secondary"
          disabled={send.isPending}
          onClick={() => {
            // An unfinished first text stays as a draft; a discarded edit does not.
            if (response !== null) draft.clear()
            onClose()
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  )
}
