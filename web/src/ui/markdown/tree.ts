/** Small, because prerendered pages carry trees as JSON. */
export type MarkdownNode = MarkdownText | MarkdownElement
/** The bounds of a part of the text. */
export type MarkdownText = readonly [from: number, to: number]
export type MarkdownElement = readonly [
  tag: MarkdownTag,
  children: readonly MarkdownNode[],
  /** Address of a link, first number of an ordered list. */
  value?: string,
]

/** Everything that Markdown can become. */
export const markdownTags = [
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  'code',
  'a',
] as const
export type MarkdownTag = (typeof markdownTags)[number]

/** The blocks of a text. */
export type MarkdownTree = readonly MarkdownNode[]

export const isText = (node: MarkdownNode): node is MarkdownText => typeof node[0] === 'number'

/**
 * The tree of a text that is shown as typed: without Markdown, as most texts, or with more marks than people write.
 * Undefined if the text has to be parsed.
 */
export const plainTree = (text: string): MarkdownTree | undefined =>
  maybeMarked.test(text) && !hasTooManyMarks(text) ? undefined : paragraphsOf(text)

/**
 * The time to parse a text grows with the square of its marks. A page has up to 75 comments, and the gateway renders
 * it between other requests.
 */
export const maxMarks = 500

const hasTooManyMarks = (text: string): boolean => (text.match(anyMark)?.length ?? 0) > maxMarks

const anyMark = /[*_`[\]()\\<>&]|(?:[-+]|\d[.)])(?=\s|$)/g

/** Characters of inline marks, and lines that begin like a list or a quote. */
const maybeMarked = /[*_`\\[]|<https?:|^[^\S\n]*(?:>|(?:[-+]|\d{1,9}[.)])(?:[^\S\n]|$))/im

export const paragraphsOf = (text: string): MarkdownTree => {
  const blocks: MarkdownNode[] = []
  let from = 0
  for (const gap of [...text.matchAll(/\n[^\S\n]*\n\s*/g), { index: text.length, 0: '' }]) {
    if (text.slice(from, gap.index).trim() !== '') blocks.push(['p', [[from, gap.index]]])
    from = gap.index + gap[0].length
  }
  return blocks
}
