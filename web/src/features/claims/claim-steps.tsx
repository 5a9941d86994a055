import type { BusinessLink } from '@answerable/contracts/business-link'
import type { Claim } from '@answerable/contracts/claims'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FetchError } from '../../ui/fetch-error.tsx'
import { EndedClaim, ReviewedClaim, VerifiedClaim } from './claim-states.tsx'
import { claimQueries } from './claims.ts'
import { OpenClaim } from './open-claim.tsx'
import { StartClaim } from './start-claim.tsx'

type ClaimStepsProps = { business: BusinessLink; website: string }

/** The current step of the user's claim: choose a way, publish and check, wait, or done. */
export const ClaimSteps = ({ business, website }: ClaimStepsProps) => {
  const [isChoosing, setChoosing] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(claimQueries.own(business.id))
  if (data === undefined)
    return error === null ? (
      <div aria-busy="true">
        <span className="sr-only">Loading your claim</span>
        <div className="bone h-4 w-3/4" aria-hidden="true" />
      </div>
    ) : (
      <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
    )
  const [claim] = data
  const start = (
    <StartClaim
      business={business}
      website={website}
      onCancel={isChoosing ? () => setChoosing(false) : undefined}
      onStarted={() => setChoosing(false)}
    />
  )
  if (claim === undefined || isChoosing) return start
  return (
    <Step claim={claim} onChoose={() => setChoosing(true)}>
      {start}
    </Step>
  )
}

type StepProps = { claim: Claim; onChoose: () => void; children: React.ReactNode }

const Step = ({ claim, onChoose, children }: StepProps) => {
  switch (claim.state) {
    case 'open':
      return <OpenClaim key={claim.id} claim={claim} onChoose={onChoose} />
    case 'review':
      return <ReviewedClaim claim={claim} />
    case 'verified':
      return <VerifiedClaim claim={claim} />
    case 'ended':
      return (
        <>
          <EndedClaim claim={claim} />
          {children}
        </>
      )
    default:
      return claim.state satisfies never
  }
}
