import { flagAlternative } from '@answerable/contracts/alternatives'
import {
  type FlagReason,
  flagComment,
  flagReasonLimits,
  flagReasons,
  flagSubmission,
} from '@answerable/contracts/flags'
import { boycottPath, noticePath } from '@answerable/contracts/pages'
import { flagResponse } from '@answerable/contracts/responses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'

export type FlagSubject = {
  kind: 'submission' | 'comment' | 'response' | 'alternative'
  id: string
  name: string
}

/** Where the page shows what is flagged; a boycott is also in lists. */
const addressOf = ({ kind, id }: FlagSubject): string => {
  const { origin, pathname } = window.location
  if (kind === 'submission') return `${origin}${boycottPath(id)}`
  return `${origin}${pathname}#${kind}-${id}`
}

type FlagDialogProps = { subject: FlagSubject; onClose: () => void }

const words = {
  submission: {
    route: flagSubmission,
    label: 'Please provide a reason for flagging this submission:',
    done: 'Boycott flagged',
    failed: 'Failed to flag submission',
  },
  comment: {
    route: flagComment,
    label: 'Please provide a reason for flagging this comment:',
    done: 'Comment flagged',
    failed: 'Failed to flag the comment',
  },
  response: {
    route: flagResponse,
    label: 'Please provide a reason for flagging this response:',
    done: 'Response flagged',
    failed: 'Failed to flag the response',
  },
  alternative: {
    route: flagAlternative,
    label: 'Please provide a reason for flagging this alternative:',
    done: 'Alternative flagged',
    failed: 'Failed to flag the alternative',
  },
} as const

export const FlagDialog = ({ subject, onClose }: FlagDialogProps) => {
  const { route, label, done, failed } = words[subject.kind]
  const [reasonCode, setReasonCode] = useState<FlagReason | ''>('')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const flag = useMutation({
    mutationFn: (trimmed: string) =>
      memberCall(() =>
        call(route, {
          params: { id: subject.id },
          body: { reason: trimmed, ...(reasonCode === '' ? {} : { reasonCode }) },
        }),
      ),
    onSuccess: () => {
      onClose()
      toast({
        title: done,
        description: 'Thank you for helping maintain community standards.',
      })
      if (subject.kind === 'submission')
        void client.invalidateQueries({ queryKey: queryKeys.feeds })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, failed),
        variant: 'destructive',
      }),
  })
  const wait = useWait(flag.error)
  const problem = flag.error instanceof ApiError ? flag.error.fields.reason : undefined

  return (
    <Dialog title="Flag" subtitle={subject.name} onClose={onClose}>
      <form
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const trimmed = reason.trim()
          // An empty reason means cancel.
          if (trimmed === '') onClose()
          else if (!flag.isPending && wait === 0) flag.mutate(trimmed)
        }}
      >
        <Field label="Kind of problem (optional)">
          {(control) => (
            <select
              {...control}
              className="input"
              value={reasonCode}
              onChange={(event) => setReasonCode(flagReasonOf(event.target.value))}
            >
              <option value="">Choose one</option>
              {Object.entries(flagReasons).map(([code, label]) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={label}
          error={problem}
          length={{ used: reason.length, limit: flagReasonLimits.max }}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={4}
              data-initial-focus
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <p className="text-sm text-soft">
          Is it unlawful, or false about you or your organization?{' '}
          <Link className="link" to={noticePath(addressOf(subject))} onClick={onClose}>
            Send a notice
          </Link>
        </p>
        <WaitNotice seconds={wait} />
        <div className="form-actions">
          <button type="button" className="button-secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button-primary" disabled={flag.isPending || wait > 0}>
            Flag
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const flagReasonOf = (value: string): FlagReason | '' => (isFlagReason(value) ? value : '')

const isFlagReason = (value: string): value is FlagReason => Object.hasOwn(flagReasons, value)
