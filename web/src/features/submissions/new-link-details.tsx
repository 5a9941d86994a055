import { rowsIn } from '@answerable/contracts/source-details'
import { Disclosure } from '../../ui/disclosure.tsx'
import { detailsToSend, hasDetails, noDetails, parseDetails, withDetails } from './link-details.ts'
import { LinkFields } from './link-fields.tsx'

type NewLinkDetailsProps = {
  /** The text of the sources. */
  text: string
  /** The details of its links, as `withDetails` returns them. */
  value: string
  problems: Readonly<Record<string, string>>
  isLocked: boolean
  onChange: (value: string) => void
}

/** Details of the links in the sources of a new submission. */
export const NewLinkDetails = ({
  text,
  value,
  problems,
  isLocked,
  onChange,
}: NewLinkDetailsProps) => {
  const addresses = rowsIn(text)
  if (addresses.length === 0) return null
  const all = parseDetails(value)
  const sent = detailsToSend(text, value)
  return (
    <fieldset className="field" data-invalid={problems.sourceDetails !== undefined || undefined}>
      <legend className="font-semibold">Details of each link (optional)</legend>
      <div>
        <p className="text-sm text-soft">
          What a source shows and who published it. You can add an archived copy in case the page
          disappears, and change the details later.
        </p>
        {/* Always there, so that the form can focus it before it has its text. */}
        <output name="sourceDetails" tabIndex={-1} className="block error-text outline-none">
          {problems.sourceDetails}
        </output>
      </div>
      <ul className="source-list">
        {addresses.map((address) => {
          const details = all.get(address) ?? noDetails
          const prefix = `sourceDetails.${sent.findIndex((one) => one.address === address)}.`
          const own = Object.entries(problems).filter(([name]) => name.startsWith(prefix))
          const action = hasDetails(details) ? 'Edit details' : 'Add details'
          return (
            <li key={address}>
              <p>{details.title.trim() || address}</p>
              {own.length > 0 && <p className="text-sm error-text">These details need a change.</p>}
              <Disclosure
                button={action}
                buttonClass="quiet-link"
                label={`${action} of ${address}`}
                panelClass="source-form"
              >
                {() => (
                  <LinkFields
                    details={details}
                    problems={problems}
                    prefix={prefix}
                    isLocked={isLocked}
                    onChange={(next) => onChange(withDetails(value, address, next))}
                  />
                )}
              </Disclosure>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
