import type { Db } from '@answerable/service-kit/db'
import { asOne } from '@answerable/service-kit/db'
import { editDistance, hasAlphabet, nearMisses } from './edits.ts'
import { unspaced } from './matches.ts'
import { type ParsedQuery, replaceTerms, type Term } from './query.ts'
import type { SearchedTable } from './tables.ts'
import type { IndexedTerm, SearchedWords } from './words.ts'

/** A word in fewer rows may be misspelt. */
const maxRowsOfMisspelt = 3
const minLength = 3
/** From this length on, two letters may be wrong. */
const minLengthOfTwoErrors = 6
const maxCorrectedTerms = 4

type Misspelt = {
  table: SearchedTable
  query: ParsedQuery
  words: SearchedWords
  /** For a query that is corrected for both kinds of rows. */
  readSimilar?: SimilarWords
}

/**
 * The query in other spellings, the most likely first: with two words joined, with other words for those that occur
 * nowhere, and with other words for all that hardly occur.
 */
export const correct = async (
  db: Db,
  { table, query, words, readSimilar = similarWords(db) }: Misspelt,
): Promise<readonly string[]> => {
  const joined = await joinTerms(db, table, query, words)
  const rare = words.required.filter(isMisspelt).slice(0, maxCorrectedTerms)
  const replacements = new Map<Term, string>()
  for (const one of rare) {
    const [word] = one.words
    const best = word === undefined ? null : bestOf(await readSimilar(word.text), word.text, table)
    if (best !== null) replacements.set(one.term, best)
  }
  const unknown = new Map(
    rare.flatMap(({ term, count }) => {
      const best = replacements.get(term)
      return count.all === 0 && best !== undefined ? [[term, best] as const] : []
    }),
  )
  const replaced = [unknown, replacements]
    .filter(({ size }) => size > 0)
    .map((map) => replaceTerms(query, map))
  return [...new Set([...(joined === null ? [] : [joined]), ...replaced])]
}

const isMisspelt = ({ term, words, count }: IndexedTerm): boolean => {
  const [word, second] = words
  return (
    count.all < maxRowsOfMisspelt &&
    !term.isPhrase &&
    second === undefined &&
    word !== undefined &&
    [...word.text].length >= minLength &&
    !unspaced.test(word.text) &&
    !/\d/.test(word.text)
  )
}

/** `face book` is found as `facebook`, if one of the two hardly occurs. */
const joinTerms = async (
  db: Db,
  table: SearchedTable,
  query: ParsedQuery,
  { required }: SearchedWords,
): Promise<string | null> => {
  for (const [at, one] of required.entries()) {
    const next = required[at + 1]
    if (
      next === undefined ||
      [one, next].some(({ term, words }) => term.isPhrase || words.length > 1) ||
      [one, next].every(({ count }) => count.all >= maxRowsOfMisspelt)
    )
      continue
    const whole = `${one.words[0]?.text}${next.words[0]?.text}`
    const { rows } = await db.query({
      name: `find-word-${table.name}`,
      text: `SELECT FROM word_counts WHERE word = $1 AND ${table.name} > 0`,
      values: [whole],
    })
    if (rows.length > 0) {
      const replacements = new Map([
        [one.term, whole],
        [next.term, ''],
      ])
      return replaceTerms(query, replacements)
    }
  }
  return null
}

/** Rows with a similar word: all submissions, those with it in their names, businesses. */
type SimilarWord = {
  word: string
  submissions: number
  submission_names: number
  businesses: number
}
type SimilarWords = (word: string) => Promise<readonly SimilarWord[]>

/** Reads the words that are similar to a word, once for both kinds of rows. */
export const similarWords = (db: Db): SimilarWords => {
  const known = new Map<string, Promise<readonly SimilarWord[]>>()
  return (word) => {
    const reading = known.get(word) ?? readSimilarWords(db, word)
    known.set(word, reading)
    return reading
  }
}

const counts = 'word, submissions, submission_names, businesses'
const nearWords = `SELECT ${counts} FROM word_counts
  WHERE word = ANY (${asOne('$2::text[]')}::text[]) AND (submissions > 0 OR businesses > 0)`
const mostSimilar = (condition: string): string =>
  `(SELECT ${counts} FROM candidates WHERE ${condition} ORDER BY likeness DESC LIMIT 50)`

/** Words one letter away; for long words also words of names with similar trigrams. */
const readSimilarWords = async (db: Db, word: string): Promise<readonly SimilarWord[]> => {
  // Of short words, near misses are all that can be meant.
  const isLong = maxDistanceOf(word) > 1 || !hasAlphabet(word)
  const { rows } = await db.query<SimilarWord>({
    name: isLong ? 'find-similar-words' : 'find-near-words',
    text: isLong
      ? `WITH candidates AS MATERIALIZED (
          SELECT ${counts}, similarity(word, $1) AS likeness FROM word_counts
          WHERE (submission_names > 0 OR businesses > 0) AND word % ${asOne('$1::text')}
            AND char_length(word) BETWEEN char_length($1) - 2 AND char_length($1) + 2
        )
        ${nearWords}
        UNION ${mostSimilar('submission_names > 0')} UNION ${mostSimilar('businesses > 0')}`
      : `${nearWords} AND word <> $1`,
    values: [word, nearMisses(word)],
  })
  return rows
}

const maxDistanceOf = (word: string): number => ([...word].length >= minLengthOfTwoErrors ? 2 : 1)

/** The best word that is one letter away, or two in long words; words of names are preferred. */
const bestOf = (
  similar: readonly SimilarWord[],
  word: string,
  { name }: SearchedTable,
): string | null => {
  const names = name === 'submissions' ? 'submission_names' : 'businesses'
  const maxDistance = maxDistanceOf(word)
  const candidates = similar
    .filter((one) => one[name] > 0 && one.word !== word && !unspaced.test(one.word))
    .map((one) => ({ ...one, distance: editDistance(word, one.word) }))
    .filter((one) => one.distance === 1 || (one.distance <= maxDistance && one[names] > 0))
    .map(({ word: candidate, distance, ...count }) => {
      const isSameStart = candidate[0] === word[0]
      const merit =
        Math.log10(count[name] + 1) * 0.1 + (count[names] > 0 ? 0.4 : 0) + (isSameStart ? 0.2 : 0)
      return { candidate, cost: distance - merit }
    })
    .toSorted((one, other) => one.cost - other.cost || (one.candidate < other.candidate ? -1 : 1))
  return candidates[0]?.candidate ?? null
}
