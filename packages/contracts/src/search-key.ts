import type { Category } from './submissions.ts'
import { cleanLine } from './text.ts'

// Without schemas, because the web needs it.

/** A search that a member follows. It matches new submissions only, so it has no status, period or order. */
export type FollowedSearch = {
  q: string
  category?: Category | undefined
  country?: string | undefined
}

/** Length of the words of a followed search. */
export const followedTextLimits = { min: 1, max: 80 } as const

/** The key under which a search is followed: its canonical query string in base64url. Equal searches have equal keys. */
export const searchKeyOf = ({ q, category, country }: FollowedSearch): string => {
  const query = new URLSearchParams({
    q: cleanLine(q).toLowerCase(),
    ...(category === undefined ? {} : { category }),
    ...(country === undefined ? {} : { country }),
  })
  return btoa(query.toString()).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The query of a key as it is, without a check; null if the key is not base64url. */
export const queryOfSearchKey = (key: string): Record<string, string> | null => {
  try {
    const query = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
    return Object.fromEntries(new URLSearchParams(query))
  } catch {
    return null
  }
}
