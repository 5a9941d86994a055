import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { App } from '../app.tsx'
import { BrokenPage } from '../layout/broken-page.tsx'
import { DocumentHeadContext } from '../layout/page-title.tsx'
import { SiteRoutes } from '../routes.tsx'
import { type Answer, needsOf } from './page-requests.ts'
import { type FirstData, firstDataElement, storeFirstData } from './prerendered-data.ts'

type Page = {
  /** Path without the query. */
  path: string
  /** Query with its question mark, or ''. */
  search: string
  /** Responses to the requests of `requestsFor`, in its order. */
  answers: readonly Answer[]
  /** Milliseconds since 1970. */
  now: number
}

/** API paths to read before `render`; null for a page that is not prerendered. */
export const requestsFor = (path: string, search: string): readonly string[] | null =>
  needsOf(path, search)?.map(({ address }) => address) ?? null

/** Renders a page as a signed-out visitor first sees it, into the built index.html. */
export const render = async (index: string, page: Page): Promise<string> => {
  const needs = needsOf(page.path, page.search) ?? []
  const data: FirstData = {
    drawnAt: page.now,
    queries: page.answers.flatMap((answer, at) => {
      const need = needs[at]
      return need === undefined ? [] : [[need.key, need.dataOf(answer)] as const]
    }),
  }
  const { content, head } = await renderToHtml(`${page.path}${page.search}`, data)
  const scripts = [...index.matchAll(applicationScripts)].map(({ groups }) => groups?.address)
  return put(index.replaceAll(applicationScripts, ''), [
    // Read by the script that starts the application after the first paint.
    [/<html /, `<html data-drawn="${scripts.join(' ')}" `],
    [/<title>.*?<\/title>/s, `<title>${encoded(head.title)}</title>`],
    [
      /(?<=<meta name="description" content=")[^"]*/,
      encoded(head.description.replaceAll(/\s+/g, ' ')),
    ],
    [/<div id="root"><\/div>/, `<div id="root">${content}</div>${firstDataElement(data)}`],
    [/(?<=<noscript>).*?(?=<\/noscript>)/s, 'Voting, commenting and signing in need JavaScript.'],
  ])
}

/** The entry script and its preloads. */
const applicationScripts =
  /\s*<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="(?<address>[^"]+)">(?:<\/script>)?/g

const renderToHtml = async (address: string, data: FirstData) => {
  const client = createQueryClient()
  storeFirstData(client, data, data.drawnAt)
  let head = { title: 'Answerable', description: '' }
  const { prelude } = await prerenderToNodeStream(
    <DocumentHeadContext
      value={(said) => {
        head = said
      }}
    >
      <BrokenPage path="">
        <App client={client} drawnAt={data.drawnAt}>
          <StaticRouter location={address}>
            <SiteRoutes openedLink={Promise.resolve({ kind: 'missing' })} />
          </StaticRouter>
        </App>
      </BrokenPage>
    </DocumentHeadContext>,
    // Deferred content would need an inline script to move it into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk))
  client.clear()
  return { content: Buffer.concat(chunks).toString(), head }
}

type Replacement = readonly [pattern: RegExp, text: string]

const put = (index: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) === -1) throw new Error(`index.html has no ${pattern}`)
    return text.replace(pattern, () => replacement)
  }, index)

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const

const encoded = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (found) => entities[found as keyof typeof entities])
