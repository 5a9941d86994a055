import type { Business } from '@answerable/contracts/businesses'
import { lazy, Suspense } from 'react'
import { Disclosure } from '../../ui/disclosure.tsx'

const SuggestionForm = lazy(async () => ({
  default: (await import('./suggestion-form.tsx')).SuggestionForm,
}))

/** A button that opens the form to suggest a change, in place. */
export const SuggestChange = ({ business }: { business: Pick<Business, 'id' | 'name'> }) => (
  <Disclosure
    button="Suggest a change"
    buttonClass="button-secondary"
    panelClass="suggestion-panel"
  >
    {(close) => (
      <Suspense>
        <SuggestionForm business={business} onClose={close} />
      </Suspense>
    )}
  </Disclosure>
)
