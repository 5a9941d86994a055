import { boycottPath, pages } from '@answerable/contracts/pages'
import { type Submission, submitBoycott } from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { useProblems } from '../../ui/use-problems.ts'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { Agreement } from './agreement.tsx'
import { Similar } from './similar.tsx'
import { SubmissionFields, type SubmissionText } from './submission-fields.tsx'
import { bodyOf, problemsOf } from './submit-request.ts'

const empty: SubmissionText = {
  targetName: '',
  businessId: '',
  location: '',
  placeId: '',
  category: '',
  reasons: '',
  sources: '',
  sourceDetails: '',
  demand: '',
}

type SubmitFormProps = {
  /** Name and business to begin with, from the address. */
  given: { targetName: string; businessId: string }
  /** The vote control of a similar boycott. */
  vote: (submission: Submission) => ReactNode
}

export const SubmitForm = ({ given, vote }: SubmitFormProps) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const memberCall = useMemberCall()
  const draft = useDraft('answerable-submission', empty)
  const { fields } = draft
  const other = useGiven(given, draft)
  const [hasAgreed, setAgreed] = useState(false)
  const { problems, setProblems, clear, isComplete } = useProblems()
  const submit = useMutation({
    mutationFn: () =>
      memberCall(() =>
        call(
          submitBoycott,
          { body: bodyOf(fields) },
          { headers: { 'idempotency-key': draft.key } },
        ),
      ),
    onSuccess: () => {
      draft.clear()
      toast({ title: 'Submission created' })
      // Show the newest order, not the one before the submission.
      client.removeQueries({ queryKey: queryKeys.feeds })
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        setProblems(error.fields)
        if (error.code === 'idempotency_mismatch') draft.rekey()
        if (error.code === 'business_mismatch') draft.change({ businessId: '' })
      }
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to create submission'),
        variant: 'destructive',
      })
    },
  })
  const wait = useWait(submit.error)

  const change = (changed: Partial<SubmissionText>) => {
    // The problems of details count the links of the text.
    clear([...Object.keys(changed), ...('sources' in changed ? ['sourceDetails'] : [])])
    draft.change(changed)
  }
  const send = (form: HTMLFormElement) => {
    if (submit.isPending || wait > 0) return
    if (!isComplete(form, problemsOf(fields, hasAgreed))) return
    // Not called after the author has left the page.
    submit.mutate(undefined, { onSuccess: () => void navigate(pages.home) })
  }

  return (
    <form
      className="mt-8 grid gap-7"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      {other.isOpen && (
        <div className="notice">
          <p>
            This is your unfinished draft about “<bdi>{fields.targetName}</bdi>”.
          </p>
          <button type="button" className="button-inline" onClick={other.start}>
            Discard it and write about “<bdi>{given.targetName}</bdi>”
          </button>
        </div>
      )}
      <SubmissionFields
        fields={fields}
        problems={problems}
        isLocked={submit.isPending}
        similar={
          <Similar
            targetName={fields.targetName}
            reasons={fields.reasons}
            vote={vote}
            onDiscard={({ id }) => {
              draft.clear()
              void navigate(boycottPath(id))
            }}
          />
        }
        onChange={change}
      />
      <Agreement
        hasAgreed={hasAgreed}
        problem={problems.agreement}
        onChange={(agreed) => {
          setAgreed(agreed)
          setProblems(({ agreement: _, ...others }) => others)
        }}
      />
      <WaitNotice seconds={wait} />
      <button
        type="submit"
        className="button-primary justify-self-start"
        disabled={submit.isPending || wait > 0}
      >
        {submit.isPending ? 'Submitting...' : 'Submit boycott'}
      </button>
    </form>
  )
}

/** Begins with what the address gives, unless there is a draft about something else. */
const useGiven = (given: SubmitFormProps['given'], draft: SubmissionDraft) => {
  const { targetName } = draft.fields
  const [isOther, setOther] = useState(
    given.targetName !== '' && targetName.trim() !== '' && targetName !== given.targetName,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (given.targetName !== '' && !isOther) draft.change(given)
  }, [])
  return {
    isOpen: isOther,
    start: () => {
      draft.change({ ...empty, ...given })
      setOther(false)
    },
  }
}

type SubmissionDraft = ReturnType<typeof useDraft<SubmissionText>>
