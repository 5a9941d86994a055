import { pages } from '@answerable/contracts/pages'
import { type Category, categories, submitBoycott } from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { useToast } from '../../ui/toast.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { Agreement } from './agreement.tsx'
import { SubmissionFields, type SubmissionText } from './submission-fields.tsx'

const empty: SubmissionText = {
  targetName: '',
  location: '',
  category: '',
  reasons: '',
  sources: '',
}
const required = ['targetName', 'location', 'reasons'] as const

export const SubmitForm = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const memberCall = useMemberCall()
  const draft = useDraft('answerable-submission', empty)
  const { fields } = draft
  const [hasAgreed, setAgreed] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
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
      void navigate(pages.home)
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        setProblems(error.fields)
        if (error.code === 'idempotency_mismatch') draft.rekey()
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
    const names = Object.keys(changed)
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
    draft.change(changed)
  }
  const send = (form: HTMLFormElement) => {
    if (submit.isPending || wait > 0) return
    const missing = missingFrom(fields, hasAgreed)
    setProblems(missing)
    const [first] = Object.keys(missing)
    if (first === undefined) submit.mutate()
    else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
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
      <SubmissionFields
        fields={fields}
        problems={problems}
        isLocked={submit.isPending}
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

const bodyOf = ({ targetName, location, category, reasons, sources }: SubmissionText) => ({
  targetName,
  location,
  reasons,
  ...(isCategory(category) ? { category } : {}),
  ...(sources.trim() === '' ? {} : { sources }),
})

const isCategory = (value: string): value is Category => Object.hasOwn(categories, value)

const missingFrom = (fields: SubmissionText, hasAgreed: boolean): Record<string, string> => {
  const missing = required.filter((name) => fields[name].trim() === '')
  return {
    ...Object.fromEntries(missing.map((name) => [name, 'This field is required.'])),
    ...(hasAgreed ? {} : { agreement: 'Check this box to submit.' }),
  }
}
