import {
  isAnonymousReason,
  type NoticeReason,
  noticedContentAt,
  noticeLimits,
  noticeReasons,
  postNotice,
} from '@answerable/contracts/notices'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useProblems } from '../../ui/use-problems.ts'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { GoodFaith } from './good-faith.tsx'
import { NoticeFields, type NoticeText } from './notice-fields.tsx'

const empty: NoticeText = { what: '', reasonCode: '', why: '', who: '', email: '' }

type NoticeFormProps = {
  /** Address of the content, from the address of the page. */
  about: string
  /** The notice was received; the address is empty if none was given. */
  onSent: (email: string) => void
}

/** The form of a notice. Everything typed stays in this browser until it is sent. */
export const NoticeForm = ({ about, onSent }: NoticeFormProps) => {
  const draft = useDraft('answerable-notice', empty)
  const { fields } = draft
  const [hasGoodFaith, setGoodFaith] = useState(false)
  const { problems, setProblems, clear, isComplete } = useProblems()
  const post = useMutation({
    mutationFn: () =>
      call(postNotice, { body: bodyOf(fields) }, { headers: { 'idempotency-key': draft.key } }),
    onSuccess: () => {
      draft.clear()
      onSent(fields.email.trim())
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      setProblems(problemsOf(error.fields, addressesOf(fields.what)))
      if (error.code === 'idempotency_mismatch') draft.rekey()
    },
  })
  const wait = useWait(post.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (about !== '' && fields.what.trim() === '') draft.change({ what: about })
  }, [])

  const change = (changed: Partial<NoticeText>) => {
    clear(Object.keys(changed))
    draft.change(changed)
  }
  const send = (form: HTMLFormElement) => {
    if (post.isPending || wait > 0) return
    if (isComplete(form, missingFrom(fields, hasGoodFaith))) post.mutate()
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
      <NoticeFields
        fields={fields}
        problems={problems}
        isAnonymous={isAnonymousReason(fields.reasonCode)}
        isLocked={post.isPending}
        onChange={change}
      />
      <GoodFaith
        isConfirmed={hasGoodFaith}
        problem={problems.goodFaith}
        onChange={(isConfirmed) => {
          setGoodFaith(isConfirmed)
          setProblems(({ goodFaith: _, ...others }) => others)
        }}
      />
      <WaitNotice seconds={wait} />
      {post.isError && (
        <p role="alert" className="error-text">
          {messageFor(post.error, 'Failed to send the notice. Your text is still here.')}
        </p>
      )}
      <button
        type="submit"
        className="button-primary justify-self-start"
        disabled={post.isPending || wait > 0}
      >
        {post.isPending ? 'Sending...' : 'Send notice'}
      </button>
    </form>
  )
}

const addressesOf = (what: string): string[] =>
  what
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const bodyOf = ({ what, reasonCode, why, who, email }: NoticeText) => ({
  what: addressesOf(what),
  reasonCode: reasonCode as NoticeReason,
  why,
  ...(who.trim() === '' ? {} : { who }),
  ...(email.trim() === '' ? {} : { email }),
  goodFaith: true as const,
})

/** The server's fields `what.0`, `what.1` and so on belong to one field of the form. */
const problemsOf = (
  fields: Readonly<Record<string, string>>,
  addresses: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [, index] = /^what\.(\d+)$/.exec(name) ?? []
      return index === undefined
        ? [name, message]
        : ['what', `${addresses[Number(index)] ?? ''}: ${message}`]
    }),
  )

const required = 'This field is required.'

const missingFrom = (fields: NoticeText, hasGoodFaith: boolean): Record<string, string> => {
  const isAnonymous = isAnonymousReason(fields.reasonCode)
  const isShort = fields.why.trim().length < noticeLimits.why.min
  return {
    ...problemOfAddresses(addressesOf(fields.what)),
    ...(Object.hasOwn(noticeReasons, fields.reasonCode) ? {} : { reasonCode: 'Choose a reason.' }),
    ...(isShort ? { why: `Please explain in at least ${noticeLimits.why.min} characters.` } : {}),
    ...(isAnonymous || fields.who.trim() !== '' ? {} : { who: required }),
    ...(isAnonymous || fields.email.trim() !== '' ? {} : { email: required }),
    ...(hasGoodFaith ? {} : { goodFaith: 'Check this box to send the notice.' }),
  }
}

const problemOfAddresses = (addresses: readonly string[]): { what?: string } => {
  if (addresses.length === 0) return { what: required }
  if (addresses.length > noticeLimits.addresses)
    return { what: `Please use at most ${noticeLimits.addresses} addresses.` }
  const foreign = addresses.find((address) => noticedContentAt(address, location.origin) === null)
  return foreign === undefined
    ? {}
    : { what: `${foreign}: this is not the address of content on this site.` }
}
