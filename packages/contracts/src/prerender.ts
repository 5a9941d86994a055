/** What the gateway calls in the part of the web build that renders pages. */
export type Prerenderer = {
  /** API paths to read before `render`; null for a page that is not prerendered. */
  requestsFor: (path: string, search: string) => readonly string[] | null
  /** Renders a page as a signed-out visitor first sees it, into the built index.html. */
  render: (index: string, page: PrerenderInput) => Promise<string>
}

/** A page and the data that it shows. */
export type PrerenderInput = PageUrl & {
  /** Responses to the requests of `requestsFor`, in its order. */
  responses: readonly PrerenderResponse[]
  /** Milliseconds since 1970. */
  now: number
  /** Of the site, for absolute addresses. */
  origin: string
}

export type PageUrl = {
  /** Without the query. */
  path: string
  /** The query with its question mark, or ''. */
  search: string
}

/** An API response to a signed-out visitor. */
export type PrerenderResponse = {
  /** JSON text. */
  body: string
  /** Value of the header X-Total-Count. */
  total: string | null
}
