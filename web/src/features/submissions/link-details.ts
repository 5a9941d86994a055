import {
  type NewSourceDetails,
  rowsIn,
  type SourceDetails,
  type SourceKind,
  sourceKinds,
} from '@answerable/contracts/source-details'

/** What the author says about a link, as typed. */
export type LinkDetails = Readonly<Record<keyof SourceDetails, string>>

const names = ['title', 'publisher', 'kind', 'shows', 'archive'] as const

export const noDetails: LinkDetails = { title: '', publisher: '', kind: '', shows: '', archive: '' }

export const typedDetails = (details: SourceDetails): LinkDetails => {
  const { title, publisher, kind, shows, archive } = details
  return {
    title: title ?? '',
    publisher: publisher ?? '',
    kind: kind ?? '',
    shows: shows ?? '',
    archive: archive ?? '',
  }
}

export const detailsOf = ({
  title,
  publisher,
  kind,
  shows,
  archive,
}: LinkDetails): SourceDetails => ({
  title: given(title),
  publisher: given(publisher),
  kind: isKind(kind) ? kind : null,
  shows: given(shows),
  archive: given(archive),
})

const given = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const isKind = (value: string): value is SourceKind => Object.hasOwn(sourceKinds, value)

export const hasDetails = (details: LinkDetails): boolean =>
  names.some((name) => details[name].trim() !== '')

/** Details by address, as a field of a draft. */
export const parseDetails = (json: string): ReadonlyMap<string, LinkDetails> => {
  try {
    return new Map((JSON.parse(json) as unknown[]).filter(isEntry))
  } catch {
    return new Map()
  }
}

const isEntry = (entry: unknown): entry is [string, LinkDetails] => {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const details: unknown = entry[1]
  return (
    typeof details === 'object' &&
    details !== null &&
    names.every((name) => typeof (details as Record<string, unknown>)[name] === 'string')
  )
}

/** The field after a change of the details of one link; empty if no link has any. */
export const withDetails = (json: string, address: string, details: LinkDetails): string => {
  const all = new Map(parseDetails(json)).set(address, details)
  const kept = [...all].filter(([, one]) => hasDetails(one))
  return kept.length === 0 ? '' : JSON.stringify(kept)
}

/** What is sent: the details of the links that the text has. */
export const detailsToSend = (text: string, json: string): NewSourceDetails => {
  const all = parseDetails(json)
  return rowsIn(text).flatMap((address) => {
    const details = all.get(address)
    return details === undefined || !hasDetails(details) ? [] : [{ address, ...detailsOf(details) }]
  })
}
