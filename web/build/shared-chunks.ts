import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Modules of a chunk: files of the web, modules of the contracts, and icons. */
type SharedChunk = {
  name: string
  web?: readonly string[]
  contracts?: readonly string[]
  icons?: readonly string[]
}

/**
 * Small modules that several pages share, merged because each file costs half a kilobyte of headers. A page that needs
 * one module of a chunk loads the chunk and every chunk that it imports.
 */
const chunks: readonly SharedChunk[] = [
  {
    name: 'most-pages',
    web: [
      'api/use-saved-state.ts',
      'features/sign-in/login-hint.tsx',
      'features/submissions/sources.tsx',
      'platform/draft.ts',
      'session/known-user.tsx',
      'ui/address-parts.ts',
      'ui/disclosure.tsx',
      'ui/linked-text.tsx',
      'ui/list-states.tsx',
      'ui/long-date.ts',
      'ui/markdown/elements.tsx',
      'ui/markdown/markdown.tsx',
      'ui/markdown/tree.ts',
      'ui/newer-older.tsx',
      'ui/paged-list.tsx',
    ],
    contracts: ['businesses', 'links', 'places', 'source-details'],
    icons: ['check'],
  },
  {
    name: 'decisions',
    contracts: ['decisions', 'flags'],
  },
  {
    name: 'lists',
    web: [
      'features/businesses/business-facts.tsx',
      'features/businesses/business-queries.ts',
      'features/businesses/business-row.tsx',
      'features/filters/filter-chips.tsx',
      'features/filters/place-counts.ts',
      'platform/current-search.ts',
      'ui/countries-by-name.ts',
      'ui/search-field.tsx',
    ],
  },
  {
    name: 'forms',
    web: [
      'api/attempt-key.ts',
      'api/use-wait.ts',
      'platform/use-debounced.ts',
      'platform/use-draft.ts',
      'ui/code-field.tsx',
      'ui/field.tsx',
      'ui/markdown/markdown-preview.tsx',
      'ui/use-problems.ts',
      'ui/wait-notice.tsx',
    ],
  },
  {
    name: 'boycott',
    web: [
      'features/follows/follow-button.tsx',
      'features/follows/follows.ts',
      'features/responses/responses.ts',
      'features/sources/source-link.tsx',
      'features/sources/source-queries.ts',
      'features/updates/timeline-entry.tsx',
      'features/updates/timeline-queries.ts',
      'session/members-only.tsx',
      'session/mutes.ts',
    ],
    contracts: [
      'alternatives',
      'comment-versions',
      'follows',
      'mutes',
      'responses',
      'sources',
      'timeline',
      'updates',
      'votes-by-day',
    ],
    icons: ['badge-check', 'bell-ring'],
  },
  {
    name: 'boycott-form',
    web: [
      'features/submissions/business-field.tsx',
      'features/submissions/link-details.ts',
      'features/submissions/link-fields.tsx',
      'features/submissions/location-field.tsx',
      'features/submissions/new-link-details.tsx',
      'features/submissions/place-queries.ts',
      'features/submissions/sources-preview.tsx',
      'features/submissions/submission-fields.tsx',
      'features/submissions/suggestion-queries.ts',
      'ui/combobox-list.tsx',
    ],
    contracts: ['embed'],
  },
]

const root = join(import.meta.dirname, '../..')

/** Absolute paths. */
const modulesOf = ({ web = [], contracts = [], icons = [] }: SharedChunk): Set<string> => {
  const modules = [
    ...web.map((file) => `web/src/${file}`),
    ...contracts.map((name) => `packages/contracts/src/${name}.ts`),
    ...icons.map((name) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`),
  ].map((file) => join(root, file))
  const missing = modules.find((file) => !existsSync(file))
  if (missing !== undefined) throw new Error(`web/build/shared-chunks.ts names ${missing}`)
  return new Set(modules)
}

/** Groups for Rolldown's `codeSplitting`. Throws an error if a module of a chunk does not exist. */
export const sharedChunks = () =>
  chunks.map((chunk) => {
    const modules = modulesOf(chunk)
    return {
      name: chunk.name,
      test: (id: string) => modules.has(id),
      includeDependenciesRecursively: false,
    }
  })
