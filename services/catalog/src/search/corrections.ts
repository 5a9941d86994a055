import type { Db } from '@answerable/service-kit/db'
import { asOne } from '@answerable/service-kit/db'
import { editDistance, nearMisses } from './edits.ts'
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

const counts = { submissions: 'submissions', businesses: 'businesses' } as const

/**
 * The query in other spellings, the most likely first: with two words joined, with other words for those that occur
 * nowhere, and with other words for all that hardly occur.
 */
export const correct = async (
  db: Db,
  table: SearchedTable,
  query: ParsedQuery,
  words: SearchedWords,
): Promise<readonly string[]> => {
  const joined = await joinTerms(db, table, query, words)
  const rare = words.required.filter(isMisspelt).slice(0, maxCorrectedTerms)
  const replacements = new Map<Term, string>()
  for (const one of rare) {
    const [word] = one.words
    const best = word === undefined ? null : await findSimilar(db, table, word.text)
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
    const { rows } = await db.query(
      `SELECT FROM word_counts WHERE word = $1 AND ${counts[table.name]} > 0`,
      [whole],
    )
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

type Candidate = [word: string, all: number, names: number]

/** The best word that is one letter away, or two in long words; words of names are preferred. */
const findSimilar = async (
  db: Db,
  { name }: SearchedTable,
  word: string,
): Promise<string | null> => {
  const names = name === 'submissions' ? 'submission_names' : 'businesses'
  const { rows } = await db.query<Candidate>({
    name: `find-similar-words-${name}`,
    rowMode: 'array',
    text: `SELECT word, ${counts[name]}, ${names} FROM word_counts
      WHERE word = ANY (${asOne('$2::text[]')}::text[]) AND ${counts[name]} > 0
      UNION
      (SELECT word, ${counts[name]}, ${names} FROM word_counts
       WHERE (submission_names > 0 OR businesses > 0) AND word % ${asOne('$1::text')} AND ${names} > 0
         AND char_length(word) BETWEEN char_length($1) - 2 AND char_length($1) + 2
       ORDER BY similarity(word, $1) DESC LIMIT 50)`,
    values: [word, nearMisses(word)],
  })
  const maxDistance = [...word].length >= minLengthOfTwoErrors ? 2 : 1
  const candidates = rows
    .filter(([candidate]) => candidate !== word && !unspaced.test(candidate))
    .map(([candidate, all, inNames]) => {
      const distance = editDistance(word, candidate)
      const isSameStart = candidate[0] === word[0]
      const merit = Math.log10(all + 1) * 0.1 + (inNames > 0 ? 0.4 : 0) + (isSameStart ? 0.2 : 0)
      return { candidate, distance, cost: distance - merit }
    })
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((one, other) => one.cost - other.cost || (one.candidate < other.candidate ? -1 : 1))
  return candidates[0]?.candidate ?? null
}
