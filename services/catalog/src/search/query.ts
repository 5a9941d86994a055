/** A word or phrase of a search text. */
export type Term = {
  text: string
  /** In quotation marks: its words must be adjacent. */
  isPhrase: boolean
  /** The end of the text, which may be the beginning of a longer word. */
  isPrefix: boolean
}

export type ParsedQuery = {
  required: readonly Term[]
  excluded: readonly Term[]
}

/** More terms than people type. The rest of the text is ignored. */
const maxTerms = 20

const quotationMarks = /[“”„‟«»＂]/g
/** A phrase, with its closing mark, or text without white space; either may follow a hyphen. */
const termPattern = /(?<hyphen>-?)(?:"(?<phrase>[^"]*)"|(?<word>[^\s"]+))/gu
const hasWord = /[\p{L}\p{N}]/u

/** Reads a search text: words, `"phrases"` and `-without`. Every text is valid. */
export const parseQuery = (text: string): ParsedQuery => {
  const required: Term[] = []
  const excluded: Term[] = []
  for (const { groups = {}, index, 0: whole } of text
    .replace(quotationMarks, '"')
    .matchAll(termPattern)) {
    const { phrase, word, hyphen } = groups
    const content = phrase ?? word ?? ''
    if (!hasWord.test(content)) continue
    if (required.length + excluded.length === maxTerms) break
    const isExcluded = hyphen === '-' && isStartOfTerm(text, index)
    const isPhrase = phrase !== undefined
    const isPrefix = !isPhrase && !isExcluded && index + whole.length === text.length
    const terms = isExcluded ? excluded : required
    terms.push({ text: content, isPhrase, isPrefix })
  }
  return { required, excluded }
}

/** In `coca-"cola"` the hyphen joins. */
const isStartOfTerm = (text: string, index: number): boolean =>
  index === 0 || /[\s"]/.test(text[index - 1] ?? '')

/** The text with other words instead of these required ones. */
export const replaceTerms = (
  { required, excluded }: ParsedQuery,
  replacements: ReadonlyMap<Term, string>,
): string =>
  [
    ...required.map((term) => textOf({ ...term, text: replacements.get(term) ?? term.text })),
    ...excluded.map((term) => `-${textOf(term)}`),
  ]
    .filter((text) => text !== '')
    .join(' ')

const textOf = ({ text, isPhrase }: Term): string => (isPhrase ? `"${text}"` : text)
