import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

type ComboboxOption = {
  /** Unique among all groups. */
  key: string
  content: ReactNode
  /** Address of the option, for options that are links. */
  to?: string
  onChoose: () => void
}

export type ComboboxGroup = {
  label: string
  /** 'hidden' from sight, not from screen readers. */
  heading?: 'hidden'
  options: readonly ComboboxOption[]
}

type ComboboxListProps = {
  /** An input with `comboboxAttributes`. */
  field: HTMLInputElement
  /** The id given to `comboboxAttributes`. */
  id: string
  label: string
  groups: readonly ComboboxGroup[]
  /** A message below the options, for example about an error. */
  note?: ReactNode
  /** Read by screen readers when it changes while the list is open. */
  announcement: string
  /** Whether the field's text has been sent already, so that the list does not open for it at the start. */
  isSent?: boolean
}

/**
 * The list of a combobox (ARIA 1.2), which follows its field: typing and the arrow keys open it, Escape and
 * leaving the field close it, Enter chooses. The focus stays in the field.
 */
export const ComboboxList = (props: ComboboxListProps) => {
  const { field, id, label, groups, note, announcement, isSent = false } = props
  const options = groups.flatMap((group) => group.options)
  const { isOpen, activeKey, close } = useFieldEvents({ field, options, isSent })
  const optionId = (key: string) => `${id}-${key}`
  const isShown = isOpen && (options.length > 0 || Boolean(note))
  const activeId = isShown && activeKey !== undefined ? optionId(activeKey) : undefined

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isShown))
    if (activeId === undefined) field.removeAttribute('aria-activedescendant')
    else {
      field.setAttribute('aria-activedescendant', activeId)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    }
  }, [field, isShown, activeId])

  return (
    <>
      <p className="sr-only" role="status">
        {isOpen && announcement}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the field */}
      <div className="combobox" hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
        <div id={id} role="listbox" aria-label={label}>
          {groups.map((group) => (
            <Options
              key={group.label}
              group={group}
              activeKey={activeKey}
              idOf={optionId}
              onChosen={close}
            />
          ))}
        </div>
        {note && <p className="combobox-note">{note}</p>}
      </div>
    </>
  )
}

type OptionsProps = {
  group: ComboboxGroup
  activeKey: string | undefined
  idOf: (key: string) => string
  onChosen: () => void
}

const Options = ({ group, activeKey, idOf, onChosen }: OptionsProps) => {
  const heading = useId()
  if (group.options.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={group.heading === 'hidden' ? 'sr-only' : 'combobox-heading'}>
        {group.label}
      </div>
      {group.options.map(({ key, content, to, onChoose }) => {
        const shared = {
          id: idOf(key),
          className: 'combobox-option',
          'aria-selected': key === activeKey,
        } as const
        return to === undefined ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={key}
            role="option"
            tabIndex={-1}
            {...shared}
            onClick={() => {
              onChosen()
              onChoose()
            }}
          >
            {content}
          </div>
        ) : (
          <Link key={key} role="option" tabIndex={-1} {...shared} to={to} onClick={onChosen}>
            {content}
          </Link>
        )
      })}
    </div>
  )
}

type FieldEvents = {
  field: HTMLInputElement
  options: readonly ComboboxOption[]
  isSent: boolean
}

/** Whether the list is open, and the key of the option that the arrow keys have reached. */
const useFieldEvents = ({ field, options, isSent }: FieldEvents) => {
  const [isOpen, setOpen] = useState(false)
  const [reached, setReached] = useState<string>()
  const activeKey = options.some(({ key }) => key === reached) ? reached : undefined
  const close = () => {
    setOpen(false)
    setReached(undefined)
  }
  const open = () => {
    setOpen(true)
    setReached(undefined)
  }
  const move = (by: 1 | -1) => {
    if (!isOpen) return open()
    // One place more than there are options: the field itself.
    const places = options.length + 1
    const at = options.findIndex(({ key }) => key === activeKey) + 1
    setReached(options[((at + by + places) % places) - 1]?.key)
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const active = options.find(({ key }) => key === activeKey)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && isOpen && active !== undefined) {
      close()
      active.onChoose()
    } else return
    // Otherwise Escape would also clear the field, and Enter send the form.
    event.preventDefault()
    event.stopPropagation()
  }

  const latest = useRef({ press, open, close })
  useEffect(() => {
    latest.current = { press, open, close }
  })
  useEffect(() => {
    const listeners = {
      input: () => latest.current.open(),
      click: () => field.value !== '' && latest.current.open(),
      keydown: (event: Event) => latest.current.press(event as KeyboardEvent),
      blur: () => latest.current.close(),
    }
    const entries = Object.entries(listeners)
    for (const [type, listener] of entries) field.addEventListener(type, listener)
    // The field may have been used before this was loaded.
    if (document.activeElement === field && field.value !== '' && !isSent) latest.current.open()
    const { form } = field
    const sent = () => latest.current.close()
    form?.addEventListener('submit', sent)
    return () => {
      for (const [type, listener] of entries) field.removeEventListener(type, listener)
      form?.removeEventListener('submit', sent)
    }
  }, [field, isSent])

  return { isOpen, activeKey, close }
}
