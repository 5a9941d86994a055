import type { BusinessLink } from '@answerable/contracts/business-link'
import { type ClaimMethod, claimMethods, startClaim } from '@answerable/contracts/claims'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useWait } from '../../api/use-wait.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Field } from '../../ui/field.tsx'
import { WaitNotice } from '../../ui/wait-notice.tsx'
import { cacheClaim } from './claims.ts'

type StartClaimProps = {
  business: BusinessLink
  website: string
  onCancel: (() => void) | undefined
  onStarted: () => void
}

const hints: Readonly<Record<ClaimMethod, (website: string) => string>> = {
  dns: (website) => `Add a TXT record to ${website} at your DNS provider.`,
  file: (website) => `Put a small text file on https://${website}.`,
  mail: (website) => `Get a code at an address that ends with @${website}.`,
}

/** The choice between the ways to prove a website. */
export const StartClaim = ({ business, website, onCancel, onStarted }: StartClaimProps) => {
  const [method, setMethod] = useState<ClaimMethod>('dns')
  const [address, setAddress] = useState('')
  const name = useId()
  const client = useQueryClient()
  const memberCall = useMemberCall()
  const start = useMutation({
    mutationFn: () => {
      const body = method === 'mail' ? { method, address: address.trim() } : { method }
      return memberCall(() => call(startClaim, { params: { id: business.id }, body }))
    },
    onSuccess: (claim) => {
      cacheClaim(client, claim)
      onStarted()
    },
  })
  const wait = useWait(start.error)
  const addressError = start.error instanceof ApiError ? start.error.fields.address : undefined
  return (
    <form
      className="claim-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!start.isPending && wait === 0) start.mutate()
      }}
    >
      <fieldset className="claim-methods">
        <legend className="subheading">How do you want to prove {website}?</legend>
        {Object.entries(claimMethods).map(([value, label]) => (
          <label key={value} className="claim-method">
            <input
              type="radio"
              name={name}
              value={value}
              checked={method === value}
              onChange={() => {
                setMethod(value as ClaimMethod)
                start.reset()
              }}
            />
            <span>
              <b className="font-semibold">{label}</b>
              <span className="block text-sm text-soft">
                {hints[value as ClaimMethod](website)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {method === 'mail' && (
        <Field
          label="Your address at the domain"
          hint="It is used for this code only, and stored until the code expires."
          error={addressError}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="email"
              autoComplete="email"
              placeholder={`you@${website}`}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      )}
      {start.error !== null && addressError === undefined && wait === 0 && (
        <p className="error-text" role="alert">
          {messageFor(start.error, 'Failed to start. Please try again.')}
        </p>
      )}
      <WaitNotice seconds={wait} />
      <div className="editor-actions">
        <button type="submit" className="button-primary" disabled={start.isPending || wait > 0}>
          {method === 'mail' ? 'Send the code' : 'Continue'}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="button-secondary" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
