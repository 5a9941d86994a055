import { useState } from 'react'
import { type Draft, freshDraft, loadDraft, saveDraft } from './draft.ts'
import { removeStored } from './storage.ts'

/** A form's text, stored in this browser until `clear` is called after sending. `empty` is the text to begin with. */
export const useDraft = <Fields extends Record<string, string>>(name: string, empty: Fields) => {
  const [draft, setDraft] = useState(() => loadDraft(name, empty))
  const update = (next: Draft<Fields>) => {
    const isUnchanged = Object.entries(next.fields).every(
      ([field, value]) => value === empty[field],
    )
    if (isUnchanged) removeStored(name)
    else saveDraft(name, next)
    setDraft(next)
  }
  return {
    key: draft.key,
    fields: draft.fields,
    change: (changed: Partial<Fields>) =>
      update({ ...draft, fields: { ...draft.fields, ...changed } }),
    /** Creates a new key, because the old one was used for other text. */
    rekey: () => update(freshDraft(draft.fields)),
    clear: () => update(freshDraft(empty)),
  }
}
