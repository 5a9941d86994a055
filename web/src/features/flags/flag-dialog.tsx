import {
  type FlagReason,
  flagReasonLimits,
  flagReasons,
  flagSubmission,
} from '@answerable/contracts/flags'
import type { Submission } from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'

type FlagDialogProps = {
  submission: Pick<Submission, 'id' | 'targetName'>
  onClose: () => void
}

export const FlagDialog = ({ submission, onClose }: FlagDialogProps) => {
  const [reasonCode, setReasonCode] = useState<FlagReason | ''>('')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const flag = useMutation({
    mutationFn: (trimmed: string) =>
      memberCall(() =>
        call(flagSubmission, {
          params: { id: submission.id },
          body: { reason: trimmed, ...(reasonCode === '' ? {} : { reasonCode }) },
        }),
      ),
    onSuccess: () => {
      onClose()
      toast({
        title: 'Boycott flagged',
        description: 'Thank you for helping maintain community standards.',
      })
      void client.invalidateQueries({ queryKey: queryKeys.feeds })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to flag submission'),
        variant: 'destructive',
      }),
  })
  const wait = useWait(flag.error)
  const problem = flag.error instanceof ApiError ? flag.error.fields.reason : undefined

  return (
    <Dialog title="Flag" subtitle={submission.targetName} onClose={onClose}>
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
          label="Please provide a reason for flagging this submission:"
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
