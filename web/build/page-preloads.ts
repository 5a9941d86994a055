import { pages } from '@answerable/contracts/pages'
import { pageSize } from '@answerable/contracts/paging'
import { pathOf } from '@answerable/contracts/route'
import { listSubmissions, readSubmission } from '@answerable/contracts/submissions'
import type { Rolldown } from 'vite'

/** Modules and data that one page needs in addition to the initial ones. */
export type PagePreloads = {
  /** Matches the path; its group is the id. */
  pattern: string
  modules: readonly string[]
  /** API paths, with `:id` for the id. */
  data: readonly string[]
}

const firstFeed = pathOf(listSubmissions, {
  query: { page: '1', limit: String(pageSize), sort: 'hot' },
})

/** Pages that visitors often land on, with their modules. */
const arrivals = [
  { path: pages.home, module: null, data: [firstFeed] },
  { path: pages.boycott, module: 'submission/submission-page', data: [readSubmission.path] },
  { path: pages.submit, module: 'submit-page', data: [] },
  { path: pages.about, module: 'about-page', data: [] },
  { path: pages.howItWorks, module: 'how-it-works-page', data: [] },
  { path: pages.guidelines, module: 'guidelines-page', data: [] },
  { path: pages.privacy, module: 'privacy-page', data: [] },
  { path: pages.terms, module: 'terms-page', data: [] },
  { path: pages.donate, module: 'donate-page', data: [] },
  { path: pages.roadmap, module: 'roadmap-page', data: [] },
] as const

export const preloadsByPage = (bundle: Rolldown.OutputBundle): PagePreloads[] => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const initial = new Set([entry?.fileName, ...(entry?.imports ?? [])])
  return arrivals.map(({ path, module, data }) => {
    const chunk = chunks.find(({ facadeModuleId }) =>
      facadeModuleId?.endsWith(`/pages/${module}.tsx`),
    )
    if (module !== null && chunk === undefined) throw new Error(`${module} has no chunk`)
    const own = chunk === undefined ? [] : [chunk.fileName, ...chunk.imports]
    return {
      pattern: `^${path.replace(':id', '([0-9A-Za-z]{8})')}$`,
      modules: own.filter((name) => !initial.has(name)).map((name) => `/${name}`),
      data,
    }
  })
}

/** The file of styles that all pages but the feed need. */
export const pageStylesIn = (bundle: Rolldown.OutputBundle): string => {
  const file = Object.values(bundle).find(
    (output) => output.type === 'asset' && output.names.includes('pages.css'),
  )
  if (file === undefined) throw new Error('the build has no pages.css')
  return file.fileName
}
