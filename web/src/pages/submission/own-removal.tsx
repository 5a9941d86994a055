import { lazy, Suspense } from 'react'
import type { OwnSubject } from '../../features/appeals/appeals.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

const OwnDecision = lazy(async () => ({
  default: (await import('../../features/appeals/own-decision.tsx')).OwnDecision,
}))

/** The decision that removed the user's own content, and the appeal against it. */
export const OwnRemoval = ({ subject }: { subject: OwnSubject }) => (
  <Disclosure button="Decision and appeal" buttonClass="button-inline">
    {() => (
      <Suspense>
        <OwnDecision subject={subject} />
      </Suspense>
    )}
  </Disclosure>
)
