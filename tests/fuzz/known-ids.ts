/** Ids from the site's responses, so that requests reach existing records. */
export type KnownIds = {
  learn: (response: unknown) => void
  /** Replaces the placeholders of `knownId` in a path. */
  fillIn: (path: string) => string
  /** The author of the submission in a path, if known. */
  authorOf: (path: string) => string | null
}

const kinds = ['submission', 'account', 'appeal', 'business', 'comment'] as const
type Kind = (typeof kinds)[number]

/** A placeholder for an id that is known when the request is sent; null for paths without such ids. */
export const knownId = (template: string, index: number): string | null => {
  const kind = kindAt(template)
  return kind === null ? null : `\u27e8${kind}:${index}\u27e9`
}

const kindAt = (template: string): Kind | null => {
  const [, folder] = /(\w+)\/:id/.exec(template) ?? []
  if (folder === 'boycotts' || folder === 'boycott' || folder === 'submissions') return 'submission'
  if (folder === 'users') return 'account'
  if (folder === 'businesses') return 'business'
  if (folder === 'comments') return 'comment'
  return folder === 'appeals' ? 'appeal' : null
}

const places = /\u27e8(\w+):(\d+)\u27e9/g
const maxIds = 5_000

export const openKnownIds = (): KnownIds => {
  const ids: Record<Kind, string[]> = {
    submission: [],
    account: [],
    appeal: [],
    business: [],
    comment: [],
  }
  const seen = new Set<string>()
  const authors = new Map<string, string>()

  const add = (kind: Kind, id: unknown): void => {
    if (typeof id !== 'string' || seen.has(id) || ids[kind].length >= maxIds) return
    seen.add(id)
    ids[kind].push(id)
  }

  const learn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { id, authorId } = value as { id?: unknown; authorId?: unknown }
    if ('targetName' in value && 'score' in value) {
      add('submission', id)
      authors.set(String(id), String(authorId))
    } else if ('joinedAt' in value) add('account', id)
    else if ('slug' in value && 'name' in value) add('business', id)
    else if ('replyCount' in value) add('comment', id)
    else if ('settledAt' in value && 'decisionId' in value) add('appeal', id)
    for (const inner of Object.values(value)) learn(inner)
  }

  return {
    learn,
    authorOf: (path) => authors.get(path.split('/')[3] ?? '') ?? null,
    fillIn: (path) =>
      path.replace(places, (_, name: string, index: string) => {
        // A fuzzed path may have another case.
        const kind = kinds.find((kind) => kind === name.toLowerCase()) ?? 'submission'
        const known = ids[kind]
        return known[Number(index) % Math.max(known.length, 1)] ?? unknownIds[kind]
      }),
  }
}

const unknownIds: Record<Kind, string> = {
  submission: '00000000',
  account: '00000000-0000-4000-8000-000000000000',
  appeal: '00000000-0000-4000-8000-000000000000',
  business: '00000000',
  comment: '00000000-0000-4000-8000-000000000000',
}
