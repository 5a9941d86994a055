import type { Business } from '@answerable/contracts/businesses'
import { lazy, Suspense, useId, useState } from 'react'

const SuggestionForm = lazy(async () => ({
  default: (await import('./suggestion-form.tsx')).SuggestionForm,
}))

/** A button that opens the form to suggest a change, in place. */
export const SuggestChange = ({ business }: { business: Pick<Business, 'id' | 'name'> }) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <>
      <button
        type="button"
        className="button-secondary"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        Suggest a change
      </button>
      <div id={panel} className="suggestion-panel" hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <SuggestionForm business={business} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </>
  )
}
