import { type AdminClaim, claimMethods } from '@answerable/contracts/claims'
import { businessPath } from '@answerable/contracts/pages'
import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { NotedDecision } from '../decisions/noted-decision.tsx'
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
  const decide = useDecideOnClaim(claim, onDecided)
  const isReview = claim.state === 'review'
  return (
    <NotedDecision
      label={`Note to the member (required to ${isReview ? 'decline' : 'end it'})`}
      subject={`${claim.username ?? 'Unknown'}, ${claim.business.name}`}
      isPending={decide.isPending}
      error={decide.error}
      confirm={
        isReview
          ? { label: 'Confirm', decide: (note) => decide.mutate({ kind: 'accept', note }) }
          : null
      }
      refuse={{
        label: isReview ? 'Decline' : 'End the representation',
        decide: (note) => decide.mutate({ kind: isReview ? 'decline' : 'revoke', note }),
      }}
    />
  )
}
