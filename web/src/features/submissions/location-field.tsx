import type { Place } from '@answerable/contracts/places'
import { submissionLimits } from '@answerable/contracts/submissions'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { useDebounced } from '../../platform/use-debounced.ts'
import { comboboxAttributes } from '../../ui/combobox-attributes.ts'
import { ComboboxList } from '../../ui/combobox-list.tsx'
import { counted } from '../../ui/figures.ts'
import { placeQueries } from './place-queries.ts'

type LocationFieldProps = {
  control: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>
  value: string
  isLocked: boolean
  onType: (text: string) => void
  onChoose: (place: { id: string; label: string }) => void
}

/** A text field that offers countries, regions and cities for its text. */
export const LocationField = ({ control, value, isLocked, ...change }: LocationFieldProps) => {
  const listId = useId()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [isTouched, setTouched] = useState(false)
  return (
    <div className="combobox-field">
      <input
        {...control}
        {...comboboxAttributes(listId)}
        ref={setField}
        className="input"
        name="location"
        required
        readOnly={isLocked}
        value={value}
        onChange={(event) => {
          setTouched(true)
          change.onType(event.target.value)
        }}
      />
      {field !== null && isTouched && (
        <PlaceSuggestions field={field} id={listId} text={value.trim()} {...change} />
      )}
    </div>
  )
}

type PlaceSuggestionsProps = Pick<LocationFieldProps, 'onChoose'> & {
  field: HTMLInputElement
  id: string
  text: string
}

const pauseMilliseconds = 120

/** Without places the field stays an ordinary text field: no error is shown. */
const PlaceSuggestions = ({ field, id, text, onChoose }: PlaceSuggestionsProps) => {
  const typed = useDebounced(text, pauseMilliseconds)
  const isSearchable = typed !== '' && typed.length <= submissionLimits.location.max
  const { data, error, isFetching } = useQuery({
    ...placeQueries.typed(typed),
    enabled: isSearchable,
  })
  const isCurrent = text !== '' && isSearchable && error === null
  const options = isCurrent ? optionsFor(text, data ?? []) : []
  const isSettled = typed === text && !isFetching
  return (
    <ComboboxList
      field={field}
      id={id}
      label="Places"
      groups={[
        {
          label: 'Places',
          heading: 'hidden',
          options: options.map((place) => ({
            key: place.id,
            content: <span className="combobox-name">{place.label}</span>,
            onChoose: () => onChoose(place),
          })),
        },
      ]}
      announcement={isCurrent && isSettled ? announcementOf(options.length) : ''}
    />
  )
}

const worldwide = { id: '', label: 'Worldwide' }

/** The whole world is offered like a place, and chosen without one. */
const optionsFor = (text: string, places: readonly Place[]) => [
  ...(worldwide.label.toLowerCase().startsWith(text.toLowerCase()) ? [worldwide] : []),
  ...places,
]

const announcementOf = (count: number): string =>
  count === 0
    ? 'No places found. The text is used as it is.'
    : `${counted(count, 'place')} found. Use the arrow keys to choose.`
