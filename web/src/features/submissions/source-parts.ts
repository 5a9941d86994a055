/** A piece of the sources text: plain, or an address that is safe to link. */
export type SourcePart = { text: string; href?: string }

const addressLike = /https?:\/\/[^\s<>"']+/gi
const trailingPunctuation = /[.,;:!?)\]}]+$/

/** Splits the sources text into links and what stands between them. Only http and https are links. */
export const sourceParts = (sources: string): readonly SourcePart[] => {
  const parts: SourcePart[] = []
  let end = 0
  for (const match of sources.matchAll(addressLike)) {
    const text = match[0].replace(trailingPunctuation, '')
    const href = safeHref(text)
    if (href === undefined) continue
    if (match.index > end) parts.push({ text: sources.slice(end, match.index) })
    parts.push({ text, href })
    end = match.index + text.length
  }
  if (end < sources.length) parts.push({ text: sources.slice(end) })
  return parts
}

const safeHref = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}
