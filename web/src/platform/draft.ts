import { readStored, removeStored, writeStored } from './storage.ts'

/** Text stored in this browser until it is sent, with its idempotency key. */
export type Draft<Fields> = { key: string; fields: Fields }

export const freshDraft = <Fields>(fields: Fields): Draft<Fields> => ({
  key: crypto.randomUUID(),
  fields,
})

/** Loads a draft. Missing fields get their values from `empty`; unknown fields are dropped. */
export const loadDraft = <Fields extends Record<string, string>>(
  name: string,
  empty: Fields,
): Draft<Fields> => {
  const stored = parseDraft(readStored(name))
  if (stored === undefined) return freshDraft(empty)
  const entries = Object.entries(empty).map(([field, value]) => [
    field,
    stored.fields[field] ?? value,
  ])
  return { key: stored.key, fields: Object.fromEntries(entries) as Fields }
}

/** Stores a draft, or removes it if all fields are blank. */
export const saveDraft = <Fields extends Record<string, string>>(
  name: string,
  draft: Draft<Fields>,
): void => {
  const isEmpty = Object.values(draft.fields).every((value) => value.trim() === '')
  if (isEmpty) removeStored(name)
  else writeStored(name, JSON.stringify(draft))
}

/** Moves a stored draft to another name, unless there is a draft already. */
export const moveDraft = (from: string, to: string): void => {
  const stored = readStored(from)
  if (stored === null || readStored(to) !== null) return
  writeStored(to, stored)
  removeStored(from)
}

const parseDraft = (text: string | null): Draft<Record<string, string>> | undefined => {
  try {
    const { key, fields } = JSON.parse(text ?? '')
    const isDraft = isKey(key) && Object.values(fields).every((value) => typeof value === 'string')
    return isDraft ? { key, fields } : undefined
  } catch {
    return undefined
  }
}

const isKey = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
