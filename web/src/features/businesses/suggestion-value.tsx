import {
  type Business,
  type SuggestionKind,
  suggestionLimits,
} from '@answerable/contracts/businesses'
import { countriesByName } from '../../ui/countries-by-name.ts'
import { Field } from '../../ui/field.tsx'
import { BusinessField } from '../submissions/business-field.tsx'

type SuggestionValueProps = {
  kind: SuggestionKind
  business: Pick<Business, 'id' | 'name'>
  value: string
  problem: string | undefined
  isLocked: boolean
  /** `valueId` is the id of a chosen business. */
  onChange: (changed: { value: string; valueId: string }) => void
}

const labels: Readonly<Record<SuggestionKind, { label: string; hint?: string }>> = {
  name: { label: 'Name', hint: 'The same name, spelt correctly.' },
  alias: {
    label: 'Other name',
    hint: 'A former name, an abbreviation, or a name in another script.',
  },
  website: { label: 'Website', hint: 'For example example.org.' },
  country: { label: 'Country', hint: 'Where its head office is.' },
  parent: { label: 'Owner', hint: 'The business that owns it. Choose it from the list.' },
  merge: { label: 'Business', hint: 'The other page about it. Choose it from the list.' },
}

/** The suggested value: a name, a domain, a country or a business. */
export const SuggestionValue = (props: SuggestionValueProps) => {
  const { kind, business, value, problem, isLocked, onChange } = props
  return (
    <Field
      {...labels[kind]}
      error={problem}
      length={{ used: value.length, limit: suggestionLimits.value.max }}
    >
      {(control) => {
        if (kind === 'country') {
          return (
            <select
              {...control}
              className="input select"
              name="value"
              required
              value={value}
              onChange={(event) => onChange({ value: event.target.value, valueId: '' })}
            >
              <option value="">Select a country</option>
              {countriesByName().map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )
        }
        if (kind === 'parent' || kind === 'merge') {
          return (
            <BusinessField
              control={control}
              name="value"
              value={value}
              isLocked={isLocked}
              without={business.id}
              onType={(text) => onChange({ value: text, valueId: '' })}
              onChoose={({ id, name }) => onChange({ value: name, valueId: id })}
            />
          )
        }
        return (
          <input
            {...control}
            className="input"
            name="value"
            required
            inputMode={kind === 'website' ? 'url' : 'text'}
            readOnly={isLocked}
            value={value}
            onChange={(event) => onChange({ value: event.target.value, valueId: '' })}
          />
        )
      }}
    </Field>
  )
}
