import type { Db } from '@answerable/service-kit/db'
import { asOne } from '@answerable/service-kit/db'
import { type MarkedWord, unspaced } from './matches.ts'
import type { ParsedQuery, Term } from './query.ts'

/** Rows with a word, according to `word_counts`. */
type WordCount = { all: number; names: number }

type Word = {
  text: string
  place: number
  chunk: number | null
  count: WordCount
  /** The most frequent words that begin with it, if it is a prefix. */
  longer: readonly CountedText[]
}

type CountedText = { text: string; all: number }

/** A term as the index contains it. */
export type IndexedTerm = {
  term: Term
  words: readonly Word[]
  /** The least frequent word. */
  count: WordCount
}

export type SearchedWords = {
  required: readonly IndexedTerm[]
  excluded: readonly IndexedTerm[]
}

type SearchedTable = 'submissions' | 'businesses'

const counts = {
  submissions: 'word_counts.submissions AS all_count, word_counts.submission_names AS name_count',
  businesses: 'word_counts.businesses AS all_count, word_counts.businesses AS name_count',
} as const

/** Words with a prefix that are counted; with more, the prefix counts as frequent. */
const maxPrefixWords = 500
/** Words of the index that stand for a frequent prefix. */
const maxKeyWords = 20
export const frequent: WordCount = {
  all: Number.MAX_SAFE_INTEGER,
  names: Number.MAX_SAFE_INTEGER,
}

/** Splits the terms of a query into the words of the index, with their counts. */
export const readWords = async (
  db: Db,
  { required, excluded }: ParsedQuery,
  table: SearchedTable,
): Promise<SearchedWords> => {
  const terms = [...required, ...excluded]
  if (terms.length === 0) return { required: [], excluded: [] }
  const { rows } = await db.query<Row>({
    name: `read-words-${table}`,
    rowMode: 'array',
    text: `SELECT number, word, place, chunk, all_count, name_count, prefixed, all_sum, name_sum,
        longer
      FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::boolean[]')})
        WITH ORDINALITY AS terms (text, is_prefix, number)
      CROSS JOIN LATERAL split_words(search_fold(text)) AS words
      LEFT JOIN LATERAL (
        SELECT ${counts[table]} FROM word_counts WHERE word_counts.word = words.word COLLATE "C" LIMIT 1
      ) AS counts ON true
      LEFT JOIN LATERAL (
        SELECT count(*) AS prefixed, sum(all_count) AS all_sum, sum(name_count) AS name_sum,
          (array_agg(json_build_object('text', longer, 'all', all_count) ORDER BY all_count DESC))
            [1:${maxKeyWords}] AS longer
        FROM (
          SELECT word AS longer, ${counts[table]} FROM word_counts
          WHERE is_prefix AND word_counts.word >= words.word COLLATE "C"
            AND word_counts.word < words.word COLLATE "C" || chr(1114111)
          ORDER BY word_counts.word LIMIT ${maxPrefixWords}
        ) AS longer
      ) AS prefixes ON true
      ORDER BY number, place`,
    values: [terms.map(({ text }) => text), terms.map(({ isPrefix }) => isPrefix)],
  })
  const indexed = terms.flatMap((term, at) => {
    const words = withoutTail(
      rows.filter(([number]) => number === at + 1).map((row) => wordOf(row)),
    )
    return words.length === 0 ? [] : [{ term, words, count: rarestOf(words, term) }]
  })
  const isRequired = new Set(required)
  return {
    required: indexed.filter(({ term }) => isRequired.has(term)),
    excluded: indexed.filter(({ term }) => !isRequired.has(term)),
  }
}

type Row = [
  number: number,
  word: string,
  place: number,
  chunk: number | null,
  all: number | null,
  names: number | null,
  prefixed: number,
  allOfPrefix: string | null,
  namesOfPrefix: string | null,
  longer: readonly CountedText[] | null,
]

type CountedWord = Word & { prefix: WordCount }

const wordOf = ([
  ,
  text,
  place,
  chunk,
  all,
  names,
  prefixed,
  ofAll,
  ofNames,
  longer,
]: Row): CountedWord => ({
  text,
  place,
  chunk,
  count: { all: all ?? 0, names: names ?? 0 },
  longer: longer ?? [],
  prefix:
    prefixed === maxPrefixWords
      ? frequent
      : { all: Number(ofAll ?? 0), names: Number(ofNames ?? 0) },
})

/** The last character of a run is a word of its own only in the index: the pair before it contains it. */
const withoutTail = <W extends Word>(words: readonly W[]): W[] =>
  words.filter(({ text, place }) => {
    if (!isOneCharacter(text) || !unspaced.test(text)) return true
    const before = words.find((one) => one.place === place - 1)
    return before === undefined || !unspaced.test(before.text) || !before.text.endsWith(text)
  })

const isOneCharacter = (text: string): boolean => text.length === 1 || [...text].length === 1

/** The last word of a prefix stands for all longer words. */
const rarestOf = (words: readonly CountedWord[], { isPrefix }: Term): WordCount => {
  const all = words.map((word, at) => {
    const continues = at === words.length - 1 && (isPrefix || standsAlone(word.text))
    return continues ? word.prefix : word.count
  })
  // The joined form of `h&m` may be as frequent as any of its parts.
  return all.reduce((least, count) => (count.all < least.all ? count : least), frequent)
}

/** A single character of a script without spaces is the beginning of pairs. */
const standsAlone = (word: string): boolean => isOneCharacter(word) && unspaced.test(word)

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

/** The words to mark in results. */
export const wordsToMark = ({ required }: SearchedWords): MarkedWord[] =>
  required.flatMap(({ term, words }): MarkedWord[] => {
    const [first] = words
    if (first !== undefined && unspaced.test(first.text))
      return [{ word: runOf(words), isPrefix: true }]
    const last = words.length - 1
    const parts = words.map(({ text }, at) => ({
      word: text,
      isPrefix: term.isPrefix && at === last,
    }))
    const whole = { word: words.map(({ text }) => text).join(''), isPrefix: term.isPrefix }
    return parts.length === 1 ? parts : [...parts, whole]
  })

/** The run of characters that was split into overlapping pairs. */
const runOf = (words: readonly Word[]): string =>
  words.map(({ text }, at) => (at === 0 ? text : [...text].slice(1).join(''))).join('')
