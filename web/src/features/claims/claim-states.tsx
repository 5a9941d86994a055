import { type Claim, type ClaimEndReason, newWebsiteDays } from '@answerable/contracts/claims'
import { businessPath } from '@answerable/contracts/pages'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { Link } from 'react-router-dom'
import { DateAndTime } from '../../ui/date-and-time.tsx'
import { WithdrawClaim } from './withdraw-claim.tsx'

/** A proved claim that an administrator has to confirm. */
export const ReviewedClaim = ({ claim }: { claim: Claim }) => (
  <div className="notice" role="status">
    <p>
      You have proved <b>{claim.domain}</b>. An administrator has to confirm it, because this
      website was set less than {newWebsiteDays} days ago. You will be notified.
    </p>
    <MissingProof claim={claim} />
    <WithdrawClaim claim={claim} label="Withdraw the claim" />
  </div>
)

export const VerifiedClaim = ({ claim }: { claim: Claim }) => (
  <div className="notice" role="status">
    <p className="verified">
      <BadgeCheck size={15} aria-hidden />
      Verified: {claim.domain}
    </p>
    <p className="mt-2">
      You speak for <bdi className="font-semibold">{claim.business.name}</bdi>. Open a boycott of
      this business to respond to it.
    </p>
    {claim.method !== 'mail' && (
      <p className="mt-2 text-soft">
        Leave the {claim.method === 'dns' ? 'record' : 'file'} in place: it is checked every day.
      </p>
    )}
    <MissingProof claim={claim} />
    <div className="editor-actions mt-3">
      <Link className="button-primary" to={businessPath(claim.business.slug)}>
        Show the boycotts
      </Link>
      <WithdrawClaim claim={claim} label="Stop speaking for this business" />
    </div>
  </div>
)

/** Since when the proof is gone, and what follows. */
const MissingProof = ({ claim: { method, endsAt } }: { claim: Claim }) =>
  endsAt !== null && (
    <p className="mt-2">
      {method === 'mail' ? (
        <>
          Prove it again before <DateAndTime at={endsAt} />.
        </>
      ) : (
        <>
          The proof is no longer found. Publish it again before <DateAndTime at={endsAt} />, or you
          will no longer speak for this business.
        </>
      )}
    </p>
  )

const endWords: Readonly<Record<ClaimEndReason, string>> = {
  'proof-missing': 'Your last claim ended because its proof was not found.',
  'website-changed': 'Your last claim ended because the website of the business changed.',
  'business-merged': 'Your last claim ended because the business was merged with another one.',
  withdrawn: 'You have ended your last claim.',
  replaced: 'You have replaced your last claim.',
  expired: 'Your last claim has expired.',
  declined: 'An administrator declined your last claim.',
  revoked: 'An administrator ended your right to speak for this business.',
}

/** Why the last claim has ended. */
export const EndedClaim = ({ claim: { endReason, note } }: { claim: Claim }) =>
  endReason !== null && (
    <p className="text-soft">
      {endWords[endReason]}
      {note !== null && (
        <>
          {' '}
          Note from the administrator: <bdi>{note}</bdi>
        </>
      )}
    </p>
  )
