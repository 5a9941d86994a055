import { pages } from '@answerable/contracts/pages'
import {
  type Category,
  categories,
  submissionLimits,
  submitBoycott,
} from '@answerable/contracts/submissions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useDraft } from '../../browser/use-draft.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { feedsKey } from './submissions.ts'

const empty = { targetName: '', location: '', category: '', reasons: '', sources: '' }
const required = ['targetName', 'location', 'reasons'] as const

export const SubmitForm = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const draft = useDraft('answerable-submission', empty)
  const { fields } = draft
  const [hasAgreed, setAgreed] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const submit = useMutation({
    mutationFn: () =>
      call(submitBoycott, { body: bodyOf(fields) }, { headers: { 'idempotency-key': draft.key } }),
    onSuccess: () => {
      draft.clear()
      toast({ title: 'Submission created' })
      // The list is shown anew, and not held in the order it was left in.
      client.removeQueries({ queryKey: feedsKey })
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

  const change = (changed: Partial<typeof empty>) => {
    const names = Object.keys(changed)
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
    draft.change(changed)
  }
  const send = (form: HTMLFormElement) => {
    if (submit.isPending) return
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
      <Field
        label="Target name"
        hint="The business, product, service, brand, organization or platform."
        error={problems.targetName}
        length={{ used: fields.targetName.length, limit: submissionLimits.targetName.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="targetName"
            required
            readOnly={submit.isPending}
            value={fields.targetName}
            onChange={(event) => change({ targetName: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Location"
        hint="City and country, or Worldwide."
        error={problems.location}
        length={{ used: fields.location.length, limit: submissionLimits.location.max }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="location"
            required
            readOnly={submit.isPending}
            value={fields.location}
            onChange={(event) => change({ location: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category (optional)" error={problems.category}>
        {(control) => (
          <select
            {...control}
            className="input select"
            name="category"
            value={fields.category}
            onChange={(event) => change({ category: event.target.value })}
          >
            <option value="">Select a category</option>
            {Object.entries(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Reasons"
        hint="Facts first: what happened, when, and to whom."
        error={problems.reasons}
        length={{ used: fields.reasons.length, limit: submissionLimits.reasons.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            name="reasons"
            rows={6}
            required
            readOnly={submit.isPending}
            value={fields.reasons}
            onChange={(event) => change({ reasons: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Sources (optional)"
        hint="Links that a reader can check. A YouTube, TikTok or Twitter link is shown as media."
        error={problems.sources}
        length={{ used: fields.sources.length, limit: submissionLimits.sources.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            name="sources"
            rows={3}
            readOnly={submit.isPending}
            value={fields.sources}
            onChange={(event) => change({ sources: event.target.value })}
          />
        )}
      </Field>
      <Agreement
        hasAgreed={hasAgreed}
        problem={problems.agreement}
        onChange={(agreed) => {
          setAgreed(agreed)
          setProblems(({ agreement: _, ...others }) => others)
        }}
      />
      <button
        type="submit"
        className="button-primary justify-self-start"
        disabled={submit.isPending}
      >
        {submit.isPending ? 'Submitting...' : 'Submit boycott'}
      </button>
    </form>
  )
}

type AgreementProps = {
  hasAgreed: boolean
  problem: string | undefined
  onChange: (hasAgreed: boolean) => void
}

const Agreement = ({ hasAgreed, problem, onChange }: AgreementProps) => (
  <div className="field" data-invalid={problem !== undefined || undefined}>
    {problem !== undefined && (
      <p id="agreement-error" className="text-sm font-semibold text-signal">
        {problem}
      </p>
    )}
    <label className="checkbox">
      <input
        type="checkbox"
        name="agreement"
        required
        checked={hasAgreed}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : 'agreement-error'}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="text-pretty">
        I agree to the community guidelines and confirm that the information provided is accurate to
        the best of my knowledge.
      </span>
    </label>
  </div>
)

const bodyOf = ({ targetName, location, category, reasons, sources }: typeof empty) => ({
  targetName,
  location,
  reasons,
  ...(isCategory(category) ? { category } : {}),
  ...(sources.trim() === '' ? {} : { sources }),
})

const isCategory = (value: string): value is Category => Object.hasOwn(categories, value)

const missingFrom = (fields: typeof empty, hasAgreed: boolean): Record<string, string> => {
  const missing = required.filter((name) => fields[name].trim() === '')
  return {
    ...Object.fromEntries(missing.map((name) => [name, 'Please fill this in.'])),
    ...(hasAgreed ? {} : { agreement: 'Please confirm this to submit.' }),
  }
}
