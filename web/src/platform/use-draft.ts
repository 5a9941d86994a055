import { useState } from 'react'
import { type Draft, freshDraft, loadDraft, saveDraft } from './draft.ts'

/** A form's text, stored in this browser until `clear` is called after sending. */
export const useDraft = <Fields extends Record<string, string>>(name: string, empty: Fields) => {
  const [draft, setDraft] = useState(() => loadDraft(name, empty))
  const update = (next: Draft<Fields>) => {
    saveDraft(name, next)
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
