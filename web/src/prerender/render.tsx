import { pages } from '@answerable/contracts/pages'
import type { Prerenderer } from '@answerable/contracts/prerender'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient } from '../api/query-client.ts'
import { App } from '../app.tsx'
import { ErrorBoundary } from '../layout/error-boundary.tsx'
import { type DocumentHead, DocumentHeadContext } from '../layout/page-title.tsx'
import { SiteRoutes } from '../routes.tsx'
import { MarkdownTreesContext } from '../ui/markdown/markdown-trees.ts'
import { parseMarkdown } from '../ui/markdown/parse.ts'
import type { MarkdownTree } from '../ui/markdown/tree.ts'
import { escapeHtml, headElements, oneLine } from './head.ts'
import { pageRequestsOf } from './page-requests.ts'
import {
  cachePrerenderedData,
  type PrerenderedData,
  prerenderedDataElement,
} from './prerendered-data.ts'

export const requestsFor: Prerenderer['requestsFor'] = (path, search) =>
  pageRequestsOf(path, search)?.map(({ path }) => path) ?? null

export const render: Prerenderer['render'] = async (index, page) => {
  const requests = pageRequestsOf(page.path, page.search) ?? []
  const data = {
    renderedAt: page.now,
    queries: page.responses.flatMap((response, at) => {
      const request = requests[at]
      return request === undefined ? [] : [[request.key, request.dataOf(response)] as const]
    }),
  }
  const { content, head, markdown } = await renderToHtml(`${page.path}${page.search}`, data)
  const scripts = [...index.matchAll(applicationScripts)].map(({ groups }) => groups?.address)
  return replaceAllIn(index.replaceAll(applicationScripts, ''), [
    // Read by the script that starts the application after the first paint.
    [/<html /, `<html data-scripts="${scripts.join(' ')}" `],
    [/<title>.*?<\/title>/s, `<title>${escapeHtml(head.title)}</title>`],
    [/(?<=<meta name="description" content=")[^"]*/, escapeHtml(oneLine(head.description))],
    [/(?=<\/head>)/, pageStylesOf(index, page.path) + headElements(head, page)],
    [
      /<div id="root"><\/div>/,
      `<div id="root">${content}</div>${prerenderedDataElement({ ...data, markdown })}`,
    ],
    [/(?<=<noscript>).*?(?=<\/noscript>)/s, 'Voting, commenting and signing in need JavaScript.'],
  ])
}

/** Links the styles of all pages except the feed. The page is visible before scripts could load them. */
const pageStylesOf = (index: string, path: string): string => {
  const file = /<html [^>]*data-page-styles="(?<file>[^"]+)"/.exec(index)?.groups?.file
  return file === undefined || path === pages.home
    ? ''
    : `<link rel="stylesheet" crossorigin href="${file}">`
}

/** The entry script and its preloads. */
const applicationScripts =
  /\s*<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="(?<address>[^"]+)">(?:<\/script>)?/g

const renderToHtml = async (address: string, data: Omit<PrerenderedData, 'markdown'>) => {
  const client = createQueryClient()
  cachePrerenderedData(client, data, data.renderedAt)
  let head: DocumentHead = { title: 'Answerable', description: '', address }
  const trees = new Map<string, MarkdownTree>()
  const find = (text: string): MarkdownTree => {
    const tree = trees.get(text) ?? parseMarkdown(text)
    trees.set(text, tree)
    return tree
  }
  const { prelude } = await prerenderToNodeStream(
    <DocumentHeadContext
      value={(next) => {
        head = next
      }}
    >
      <ErrorBoundary path="">
        <App client={client} prerenderedAt={data.renderedAt}>
          <StaticRouter location={address}>
            <MarkdownTreesContext value={{ find }}>
              <SiteRoutes openedLink={Promise.resolve({ kind: 'missing' })} />
            </MarkdownTreesContext>
          </StaticRouter>
        </App>
      </ErrorBoundary>
    </DocumentHeadContext>,
    // Deferred content would need an inline script to move it into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const chunks: Buffer[] = []
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk))
  client.clear()
  return { content: Buffer.concat(chunks).toString(), head, markdown: [...trees] }
}

type Replacement = readonly [pattern: RegExp, text: string]

const replaceAllIn = (index: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) === -1) throw new Error(`index.html has no ${pattern}`)
    return text.replace(pattern, () => replacement)
  }, index)
