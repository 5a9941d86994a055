import type { BusinessLink } from '@answerable/contracts/business-link'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDebounced } from '../../platform/use-debounced.ts'
import { comboboxAttributes } from '../../ui/combobox-attributes.ts'
import { ComboboxList } from '../../ui/combobox-list.tsx'
import { counted } from '../../ui/figures.ts'
import { suggestionQueries } from './suggestion-queries.ts'

type BusinessFieldProps = {
  /** Attributes from `Field`. */
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
  name: string
  value: string
  isLocked: boolean
  placeholder?: string
  /** A business that is not suggested. */
  without?: string
  /** Shown if no business has the name. */
  noMatch?: string
  onType: (text: string) => void
  onChoose: (business: BusinessLink) => void
}

/** A text field that suggests businesses. Any text may be typed; choosing is optional. */
export const BusinessField = (props: BusinessFieldProps) => {
  const { control, name, placeholder, value, isLocked, without, noMatch, onType, onChoose } = props
  const listId = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const typed = useDebounced(value.trim())
  const { data, error, isFetching } = useQuery(suggestionQueries.typed(typed))
  const businesses =
    value.trim() === '' || error !== null
      ? []
      : (data?.businesses ?? []).filter(({ id }) => id !== without)
  const isSettled = typed === value.trim() && !isFetching
  const note = isSettled && value.trim() !== '' && businesses.length === 0 ? noMatch : undefined
  return (
    <div className="combobox-field">
      <input
        {...control}
        {...comboboxAttributes(listId)}
        ref={setField}
        className="input"
        name={name}
        placeholder={placeholder}
        required
        readOnly={isLocked}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
      {field && (
        <ComboboxList
          field={field}
          id={listId}
          label="Businesses"
          groups={[
            {
              label: 'Businesses',
              options: businesses.map(({ boycottCount, ...business }) => ({
                key: business.id,
                content: (
                  <>
                    <span className="combobox-name">{business.name}</span>{' '}
                    <span className="combobox-fact figure">{counted(boycottCount, 'boycott')}</span>
                  </>
                ),
                onChoose: () => onChoose(business),
              })),
            },
          ]}
          note={note}
          announcement={
            isSettled && businesses.length > 0
              ? `${counted(businesses.length, 'business', 'businesses')} suggested. Use the arrow keys to choose.`
              : (note ?? '')
          }
        />
      )}
    </div>
  )
}
