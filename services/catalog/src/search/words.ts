import type { Db } from '@answerable/service-kit/db'
import { asOne } from '@answerable/service-kit/db'
import { unspaced } from './matches.ts'
import type { ParsedQuery, Term } from './query.ts'
import type { SearchedTable } from './tables.ts'

/** Rows with a word, according to `word_counts`. */
type WordCount = { all: number; names: number }

export type Word = {
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

type TableName = SearchedTable['name']
export type WordsOfNames = Readonly<Record<TableName, SearchedWords>>

const counts: Readonly<Record<TableName, { all: string; names: string }>> = {
  submissions: { all: 'submissions', names: 'submission_names' },
  businesses: { all: 'businesses', names: 'businesses' },
}

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
  query: ParsedQuery,
  table: TableName,
): Promise<SearchedWords> => {
  const { all, names } = counts[table]
  const rows = await readRows<CountsOfTable>(db, query, {
    name: `read-words-${table}`,
    own: `${all} AS all_count, ${names} AS name_count`,
    longer: `SELECT word, ${all} AS all_count, ${names} AS name_count FROM word_counts WHERE true`,
    ofLonger: `sum(all_count)::float8 AS all_sum, sum(name_count)::float8 AS name_sum,
      (array_agg(word || ' ' || all_count ORDER BY all_count DESC))[1:${maxKeyWords}] AS most_frequent`,
    columns: 'all_count, name_count, all_sum, name_sum, most_frequent',
  })
  return termsOf(query, rows, (row) => ({
    longer: (row.most_frequent ?? []).map(countedTextOf),
    count: { all: row.all_count ?? 0, names: row.name_count ?? 0 },
    prefix: countOfPrefix(row, { all: row.all_sum ?? 0, names: row.name_sum ?? 0 }),
  }))
}

type CountsOfTable = {
  all_count: number | null
  name_count: number | null
  all_sum: number | null
  name_sum: number | null
  /** A word, a space and the number of its rows: 500 JSON objects take longer than everything else. */
  most_frequent: readonly string[] | null
}

const countedTextOf = (entry: string): CountedText => {
  const [text = '', all] = entry.split(' ')
  return { text, all: Number(all) }
}

/** The same for names: of the words that begin with a prefix, those of names are counted. */
export const readWordsOfNames = async (db: Db, query: ParsedQuery): Promise<WordsOfNames> => {
  const rows = await readRows<CountsOfNames>(db, query, {
    name: 'read-words-of-names',
    own: 'submissions, submission_names, businesses',
    longer: `SELECT submission_names, businesses FROM word_counts
      WHERE (submission_names > 0 OR businesses > 0)`,
    ofLonger: `sum(submission_names)::float8 AS of_submissions,
      sum(businesses)::float8 AS of_businesses`,
    columns: 'submissions, submission_names, businesses, of_submissions, of_businesses',
  })
  return {
    submissions: termsOf(query, rows, (row) => {
      const [all, names] = [row.submissions ?? 0, row.of_submissions ?? 0]
      return {
        longer: [],
        count: { all, names: row.submission_names ?? 0 },
        prefix: countOfPrefix(row, { all: Math.max(all, names), names }),
      }
    }),
    businesses: termsOf(query, rows, (row) => {
      const [own, longer] = [row.businesses ?? 0, row.of_businesses ?? 0]
      return {
        longer: [],
        count: { all: own, names: own },
        prefix: countOfPrefix(row, { all: longer, names: longer }),
      }
    }),
  }
}

type CountsOfNames = {
  submissions: number | null
  submission_names: number | null
  businesses: number | null
  of_submissions: number | null
  of_businesses: number | null
}

const countOfPrefix = ({ prefixed }: WordRow, count: WordCount): WordCount =>
  prefixed === maxPrefixWords ? frequent : count

type WordRow = {
  number: number
  word: string
  place: number
  chunk: number | null
  /** Longer words that begin with it. */
  prefixed: number
}

type Statement = { name: string; own: string; longer: string; ofLonger: string; columns: string }

/** The words of all terms with columns of their own rows and of the longer words that begin with them. */
const readRows = async <Counts>(
  db: Db,
  { required, excluded }: ParsedQuery,
  { name, own, longer, ofLonger, columns }: Statement,
): Promise<(WordRow & Counts)[]> => {
  const terms = [...required, ...excluded]
  if (terms.length === 0) return []
  const { rows } = await db.query<WordRow & Counts>({
    name,
    text: `SELECT number, words.word, place, chunk, prefixed, ${columns}
      FROM unnest(${asOne('$1::text[]')}, ${asOne('$2::boolean[]')})
        WITH ORDINALITY AS terms (text, is_prefix, number)
      CROSS JOIN LATERAL split_words(search_fold(text)) AS words
      LEFT JOIN LATERAL (
        SELECT ${own} FROM word_counts WHERE word_counts.word = words.word COLLATE "C" LIMIT 1
      ) AS counts ON true
      LEFT JOIN LATERAL (
        SELECT count(*) AS prefixed, ${ofLonger} FROM (
          ${longer} AND is_prefix AND word_counts.word >= words.word COLLATE "C"
            AND word_counts.word < words.word COLLATE "C" || chr(1114111)
          ORDER BY word_counts.word LIMIT ${maxPrefixWords}
        ) AS longer
      ) AS prefixes ON true
      ORDER BY number, place`,
    values: [terms.map(({ text }) => text), terms.map(({ isPrefix }) => isPrefix)],
  })
  return rows
}

type CountedWord = Word & { prefix: WordCount }

const termsOf = <Row extends WordRow>(
  { required, excluded }: ParsedQuery,
  rows: readonly Row[],
  countsOf: (row: Row) => Pick<CountedWord, 'longer' | 'count' | 'prefix'>,
): SearchedWords => {
  const indexed = [...required, ...excluded].flatMap((term, at) => {
    const ofTerm = rows.filter(({ number }) => number === at + 1)
    const words = withoutTail(
      ofTerm.map((row) => ({
        text: row.word,
        place: row.place,
        chunk: row.chunk,
        ...countsOf(row),
      })),
    )
    return words.length === 0 ? [] : [{ term, words, count: rarestOf(words, term) }]
  })
  const isRequired = new Set(required)
  return {
    required: indexed.filter(({ term }) => isRequired.has(term)),
    excluded: indexed.filter(({ term }) => !isRequired.has(term)),
  }
}

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
export const standsAlone = (word: string): boolean => isOneCharacter(word) && unspaced.test(word)
