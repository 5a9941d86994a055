import { type IndexedTerm, type SearchedWords, standsAlone, type Word } from './words.ts'

/** The query of a term, for `to_tsquery` without a dictionary. `labels` restricts the weights. */
const termQuery = ({ term, words }: IndexedTerm, labels: string): string => {
  const last = words.length - 1
  const lexemes = words.map(({ text }, at) => {
    const continues = (at === last && term.isPrefix) || standsAlone(text)
    return lexeme(text, `${continues ? '*' : ''}${labels}`)
  })
  const inOrder = lexemes.join(' <-> ')
  if (lexemes.length === 1) return inOrder
  const [{ chunk } = { chunk: null }] = words
  if (chunk === null || words.some((one) => one.chunk !== chunk)) return `(${inOrder})`
  const whole = words.map(({ text }) => text).join('')
  return `(${inOrder} | ${lexeme(whole, `${term.isPrefix ? '*' : ''}${labels}`)})`
}

const lexeme = (word: string, flags: string): string =>
  `'${[...word].slice(0, 60).join('').replaceAll("'", "''").replaceAll('\\', '\\\\')}'${flags === '' ? '' : `:${flags}`}`

/** All required terms and no excluded one. */
export const fullQuery = ({ required, excluded }: SearchedWords): string =>
  [
    ...required.map((one) => termQuery(one, '')),
    ...excluded.map((one) => `!${termQuery(one, '')}`),
  ].join(' & ')

/** The required terms, in the given weights. */
export const positiveQuery = (required: readonly IndexedTerm[], labels = ''): string =>
  required.map((one) => termQuery(one, labels)).join(' & ')

/** Terms of which the index intersects the rows. */
const maxKeyTerms = 3
/** Posting lists beyond this length are read for one term only. */
const maxRowsOfFurtherTerm = 50_000
/** Enough rows of a frequent prefix. */
const enoughRows = 3_000

/** The rarest terms, for the index. */
export const keyQuery = (required: readonly IndexedTerm[]): string =>
  positiveQuery(rarestTerms(required))

/**
 * The same for frequent terms. It has words that PostgreSQL finds in the index without reading rows: no phrases, and
 * for a prefix its most frequent words.
 */
export const frequentKeyQuery = (required: readonly IndexedTerm[]): string =>
  rarestTerms(required)
    .flatMap(({ words }) => words.map(frequentKeyOf))
    .join(' & ')

const rarestTerms = (required: readonly IndexedTerm[]): IndexedTerm[] =>
  required
    .toSorted((one, other) => one.count.all - other.count.all)
    .filter(({ count }, at) => at === 0 || count.all <= maxRowsOfFurtherTerm)
    .slice(0, maxKeyTerms)

const frequentKeyOf = ({ text, longer }: Word): string => {
  let rows = 0
  const chosen = longer.filter(({ all }) => {
    const isNeeded = rows < enoughRows
    rows += all
    return isNeeded
  })
  if (chosen.length === 0) return lexeme(text, standsAlone(text) ? '*' : '')
  return `(${chosen.map((one) => lexeme(one.text, '')).join(' | ')})`
}

/** Any of the terms. */
export const anyQuery = (terms: readonly IndexedTerm[]): string =>
  terms.map((one) => termQuery(one, '')).join(' | ')
