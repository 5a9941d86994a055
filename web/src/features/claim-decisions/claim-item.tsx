import { type AdminClaim, claimMethods } from '@answerable/contracts/claims'
import { noteLimits } from '@answerable/contracts/decisions'
import { businessPath } from '@answerable/contracts/pages'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../api/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useDecideOnClaim } from './claim-decisions.ts'

type ClaimItemProps = { claim: AdminClaim; onDecided: () => void }

/** A claim with the facts that an administrator needs, and the buttons to decide. */
export const ClaimItem = ({ claim, onDecided }: ClaimItemProps) => {
  const { business, domain, method, username, websiteSince, provedAt, state } = claim
  return (
    <li className="record wrap-anywhere">
      <h2 className="subheading">
        <Link to={businessPath(business.slug)}>
          <bdi>{business.name}</bdi>
        </Link>
      </h2>
      <p>
        <a
          className="link"
          href={`https://${domain}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {domain}
        </a>
        , proved by: {claimMethods[method]}
        {provedAt !== null && (
          <>
            , <RelativeTime at={provedAt} />
          </>
        )}
      </p>
      <p className="quiet">
        {username ?? 'Unknown'}
        {websiteSince !== null && (
          <>
            . The website was set <RelativeTime at={websiteSince} />
          </>
        )}
        {state === 'ended' && '. The website of the business has changed'}
      </p>
      {state !== 'ended' && <Controls claim={claim} onDecided={onDecided} />}
    </li>
  )
}

const Controls = ({ claim, onDecided }: ClaimItemProps) => {
  const [note, setNote] = useState('')
  const decide = useDecideOnClaim(claim, onDecided)
  const subject = `${claim.username ?? 'Unknown'}, ${claim.business.name}`
  const isReview = claim.state === 'review'
  return (
    <div className="decision">
      <Field
        label={`Note to the member (required to ${isReview ? 'decline' : 'end it'})`}
        error={decide.error instanceof ApiError ? decide.error.fields.note : undefined}
        length={{ used: note.length, limit: noteLimits.max }}
      >
        {(control) => (
          <textarea
            {...control}
            className="input growing"
            rows={1}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="decision-buttons">
        {isReview && (
          <button
            type="button"
            className="button-secondary"
            aria-label={`Confirm: ${subject}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ kind: 'accept', note })}
          >
            Confirm
          </button>
        )}
        <button
          type="button"
          className="button-secondary"
          data-tone="signal"
          aria-label={`${isReview ? 'Decline' : 'End the representation'}: ${subject}`}
          disabled={decide.isPending}
          onClick={() => decide.mutate({ kind: isReview ? 'decline' : 'revoke', note })}
        >
          {isReview ? 'Decline' : 'End the representation'}
        </button>
      </div>
    </div>
  )
}
