import { type Claim, checkClaim } from '@answerable/contracts/claims'
import { codeLength } from '@answerable/contracts/sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DateAndTime } from '../../ui/date-and-time.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { cacheClaim } from './claims.ts'

type OpenClaimProps = { claim: Claim; onChoose: () => void }

/** What to publish, or where to enter the code, and the button that checks it. */
export const OpenClaim = ({ claim, onChoose }: OpenClaimProps) => {
  const [code, setCode] = useState('')
  const client = useQueryClient()
  const memberCall = useMemberCall()
  const check = useMutation({
    mutationFn: () => {
      const body = claim.method === 'mail' ? { code } : {}
      return memberCall(() => call(checkClaim, { params: { id: claim.id }, body }))
    },
    onSuccess: (checked) => {
      cacheClaim(client, checked)
      if (checked.state !== 'verified') return
      void client.invalidateQueries({ queryKey: queryKeys.businesses })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'claim_closed')
        void client.invalidateQueries({ queryKey: queryKeys.ownClaims })
    },
  })
  const wait = useWait(check.error)
  const isMail = claim.method === 'mail'
  const isChecking = check.isPending || claim.checking
  const isReady = !isChecking && wait === 0 && (!isMail || code.length === codeLength)
  const isWrong = check.error instanceof ApiError && check.error.code === 'invalid_code'
  return (
    <form
      className="claim-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) check.mutate()
      }}
    >
      {isMail ? (
        <>
          <h2 className="subheading">Enter the code from the email</h2>
          <p>We have sent a code to your address at {claim.domain}. It expires in 10 minutes.</p>
          <CodeField
            code={code}
            autoFocus
            error={isWrong ? messageFor(check.error, '') : undefined}
            onCode={setCode}
          />
        </>
      ) : (
        <Instructions claim={claim} />
      )}
      <div aria-live="polite">
        {isChecking && <p className="text-soft">Checking {claim.domain}…</p>}
        {!isChecking && check.error === null && <Outcome claim={claim} />}
      </div>
      {check.error !== null && !isWrong && wait === 0 && (
        <p className="error-text" role="alert">
          {messageFor(check.error, 'Failed to check. Please try again.')}
        </p>
      )}
      <WaitNotice seconds={wait} />
      <div className="editor-actions">
        {/* Not disabled during a check, which would take the focus away. */}
        <button
          type="submit"
          className="button-primary"
          aria-disabled={isChecking}
          disabled={!isReady && !isChecking}
        >
          {isChecking ? 'Checking…' : isMail ? 'Confirm' : 'Check now'}
        </button>
        <button type="button" className="button-secondary" onClick={onChoose}>
          {isMail ? 'New code or another way' : 'Choose another way'}
        </button>
      </div>
    </form>
  )
}

const Instructions = ({ claim: { method, publish, endsAt } }: { claim: Claim }) =>
  publish !== null && (
    <>
      <h2 className="subheading">
        {method === 'dns' ? 'Add this TXT record' : 'Put this file on your website'}
      </h2>
      <CopyField label={method === 'dns' ? 'Name' : 'Address'} text={publish.where} />
      <CopyField label={method === 'dns' ? 'Value' : 'Content'} text={publish.text} />
      <p className="text-soft">
        {method === 'dns'
          ? 'Some DNS providers expect the name without your domain at the end. A new record can take a few hours to become visible.'
          : 'The file must be public, on https and without a login.'}
        {endsAt !== null && (
          <>
            {' '}
            You have time until <DateAndTime at={endsAt} />.
          </>
        )}
      </p>
    </>
  )

/** The result of the latest check. */
const Outcome = ({ claim: { lastCheck, method, domain } }: { claim: Claim }) => {
  if (lastCheck === null || lastCheck.state === 'found') return null
  return (
    <p className="error-text">
      {lastCheck.state === 'unreachable'
        ? `${method === 'dns' ? 'The name servers of ' : ''}${domain} did not respond.`
        : `The ${method === 'dns' ? 'record' : 'file'} was not found, or has another content.`}{' '}
      <span className="text-soft">
        Checked <RelativeTime at={lastCheck.checkedAt} />
      </span>
    </p>
  )
}
