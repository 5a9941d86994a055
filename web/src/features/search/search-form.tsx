import { pages } from '@answerable/contracts/pages'
import { searchTextLimits } from '@answerable/contracts/search'
import Search from 'lucide-react/icons/search'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { comboboxAttributes } from '../../ui/combobox-attributes.ts'
import { resultsAddress } from './search-address.ts'
import type { Suggestions as LoadedSuggestions } from './suggestions.tsx'

const listId = 'search-suggestions'

type SearchFormProps = { field: RefObject<HTMLInputElement | null> }

/**
 * The site's search field. Before the application has loaded it is a plain form. The field is uncontrolled, so
 * that hydration keeps what was typed before.
 */
export const SearchForm = ({ field }: SearchFormProps) => {
  const navigate = useNavigate()
  const text = useTextInAddress()
  useFollowAddress(field, text)
  const sent = useRef<string>(undefined)
  const { suggestions, load } = useSuggestions(field, sent)

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.current = field.current?.value
    void navigate(resultsAddress(sent.current?.trim() ?? ''))
  }
  return (
    <search className="search-bar">
      <form action={pages.search} onSubmit={send}>
        <Search size={16} aria-hidden />
        <input
          {...comboboxAttributes(listId)}
          ref={field}
          className="input"
          type="search"
          name="q"
          aria-label="Search boycotts and businesses"
          placeholder="Search"
          maxLength={searchTextLimits.max}
          defaultValue={text}
          enterKeyHint="search"
          data-key="/"
          onFocus={load}
        />
        {suggestions && (
          <suggestions.Suggestions
            field={suggestions.field}
            listId={listId}
            isSent={suggestions.isSent}
          />
        )}
      </form>
    </search>
  )
}

const useTextInAddress = (): string => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return pathname === pages.search ? (search.get('q') ?? '') : ''
}

/** Shows the text of each new address, but does not replace text typed before the application has loaded. */
const useFollowAddress = (field: SearchFormProps['field'], text: string): void => {
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if (field.current !== null) field.current.value = text
  }, [field, text])
}

type Suggestions = {
  Suggestions: typeof LoadedSuggestions
  field: HTMLInputElement
  /** Whether its text was sent before the suggestions had loaded. */
  isSent: boolean
}

/** Loads the suggestions when the field first has the focus; a failed load is retried at the next focus. */
const useSuggestions = (field: SearchFormProps['field'], sent: RefObject<string | undefined>) => {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const isMissing = suggestions === undefined
  const load = () => {
    if (!isMissing) return
    import('./suggestions.tsx').then(
      ({ Suggestions }) => {
        if (field.current === null) return
        const isSent = sent.current === field.current.value
        setSuggestions({ Suggestions, field: field.current, isSent })
      },
      () => undefined,
    )
  }
  // The field may have got the focus before the application responded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the start
  useEffect(() => {
    if (document.activeElement === field.current && field.current !== null) load()
  }, [])
  return { suggestions, load }
}
