import { boycottPath, businessPath } from '@answerable/contracts/pages'
import type { RouteResponse } from '@answerable/contracts/route'
import type { suggest } from '@answerable/contracts/search'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isNoConnection } from '../../api/api-error.ts'
import { useDebounced } from '../../platform/use-debounced.ts'
import { type ComboboxGroup, ComboboxList } from '../../ui/combobox-list.tsx'
import { counted, plain } from '../../ui/figures.ts'
import { suggestionQueries } from '../submissions/suggestion-queries.ts'
import { resultsAddress } from './search-address.ts'

const pauseMilliseconds = 120

type SuggestionsProps = { field: HTMLInputElement; listId: string; isSent: boolean }
type Found = RouteResponse<typeof suggest>

/** Businesses and boycotts for the text in the field. */
export const Suggestions = ({ field, listId, isSent }: SuggestionsProps) => {
  const text = useTextOf(field)
  const navigate = useNavigate()
  const typed = useDebounced(text, pauseMilliseconds)
  const { data, error, isFetching } = useQuery(suggestionQueries.typed(typed))
  const found = text === '' || error !== null ? undefined : data
  const go = (to: string) => void navigate(to)
  const results = resultsAddress(text)
  const groups: ComboboxGroup[] = [
    ...(found === undefined ? [] : groupsOf(found, go)),
    {
      label: 'Search',
      heading: 'hidden',
      options:
        text === ''
          ? []
          : [
              {
                key: 'all',
                content: <span className="combobox-name">All results for “{text}”</span>,
                to: results,
                onChoose: () => go(results),
              },
            ],
    },
  ]
  const isSettled = typed === text && !isFetching
  return (
    <ComboboxList
      field={field}
      id={listId}
      label="Suggestions"
      isSent={isSent}
      groups={groups}
      note={text !== '' && error !== null && isSettled ? noteOf(error) : undefined}
      announcement={found !== undefined && isSettled ? announcementOf(found) : ''}
    />
  )
}

/**
 * The trimmed text that was typed into an uncontrolled input, also between the first render and the effects. The text
 * of a new address counts once the field is used again.
 */
const useTextOf = (field: HTMLInputElement): string => {
  const [text, setText] = useState('')
  useEffect(() => {
    const read = () => setText(field.value.trim())
    const types = ['input', 'focus'] as const
    for (const type of types) field.addEventListener(type, read)
    read()
    return () => {
      for (const type of types) field.removeEventListener(type, read)
    }
  }, [field])
  return text
}

const groupsOf = ({ businesses, boycotts }: Found, go: (to: string) => void): ComboboxGroup[] => [
  {
    label: 'Businesses',
    options: businesses.map(({ id, slug, name, boycottCount }) => ({
      key: `business-${id}`,
      content: (
        <>
          <span className="combobox-name">{name}</span>{' '}
          <span className="combobox-fact figure">{counted(boycottCount, 'boycott')}</span>
        </>
      ),
      to: businessPath(slug),
      onChoose: () => go(businessPath(slug)),
    })),
  },
  {
    label: 'Boycotts',
    options: boycotts.map(({ id, targetName, location, score }) => ({
      key: `boycott-${id}`,
      content: (
        <>
          <span className="combobox-name">{targetName}</span>{' '}
          <span className="combobox-place">{location}</span>{' '}
          <span className="combobox-fact figure">score {plain(score)}</span>
        </>
      ),
      to: boycottPath(id),
      onChoose: () => go(boycottPath(id)),
    })),
  },
]

const noteOf = (error: Error): string =>
  isNoConnection(error)
    ? 'No suggestions: you are offline.'
    : 'Suggestions are not available right now.'

const announcementOf = ({ businesses, boycotts }: Found): string =>
  businesses.length + boycotts.length === 0
    ? 'No suggestions.'
    : `${counted(businesses.length, 'business', 'businesses')} and ${counted(boycotts.length, 'boycott')} suggested. Use the arrow keys to choose.`
