import type { QueryClient } from '@tanstack/react-query'

/** What a page that was drawn in advance was drawn from. */
export type FirstData = {
  /** Milliseconds since 1970. */
  drawnAt: number
  queries: readonly (readonly [key: readonly unknown[], data: unknown])[]
}

const elementId = 'first-data'

/** An element that holds it as text; no script, so the content security policy has nothing against it. */
export const firstDataElement = (data: FirstData): string => {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${elementId}">${json}</script>`
}

/** Null on a page that was not drawn in advance. */
export const readFirstData = (document: Document): FirstData | null => {
  const text = document.getElementById(elementId)?.textContent
  return text ? JSON.parse(text) : null
}

export const keepFirstData = (client: QueryClient, { queries }: FirstData): void => {
  for (const [key, data] of queries) client.setQueryData(key, data)
}
