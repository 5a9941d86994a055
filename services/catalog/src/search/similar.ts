import type { RouteRequest } from '@answerable/contracts/route'
import { type findSimilar, suggestionsLimit } from '@answerable/contracts/search'
import { asOne, type Db } from '@answerable/service-kit/db'
import { correct } from './corrections.ts'
import { type ParsedQuery, parseQuery, type Term } from './query.ts'
import { searchedSubmissions } from './tables.ts'
import { anyQuery, positiveQuery } from './tsqueries.ts'
import { type IndexedTerm, readWords } from './words.ts'

type Request = RouteRequest<typeof findSimilar>['query']

const maxRowsOfName = 200
const maxRowsOfReasons = 100
/** Only such words show that two texts are about the same matter. */
const maxRowsOfTellingWord = 300
const maxWordsOfReasons = 30
const maxTellingWords = 6

/** Ids of public submissions about the same business or with similar reasons, the most similar first. */
export const findSimilarSubmissions = async (
  db: Db,
  { targetName, reasons }: Request,
): Promise<string[]> => {
  const query = { required: termsOf(targetName), excluded: [] }
  const termsOfReasons = termsOf(reasons).slice(0, maxWordsOfReasons)
  const words = await readWords(
    db,
    { required: [...query.required, ...termsOfReasons], excluded: [] },
    'submissions',
  )
  const isOfName = new Set(query.required)
  const name = await correctedName(
    db,
    query,
    words.required.filter(({ term }) => isOfName.has(term)),
  )
  const texts = words.required.filter(({ term }) => !isOfName.has(term))
  const telling = texts
    .filter(({ count }) => count.all > 0 && count.all <= maxRowsOfTellingWord)
    .toSorted((one, other) => one.count.all - other.count.all)
    .slice(0, maxTellingWords)
  const { rows } = await db.query<{ id: string }>({
    name: 'find-similar',
    text: similarSubmissions,
    values: [
      targetName,
      positiveQuery(rarest(name)),
      anyQuery(telling),
      positiveQuery(name, 'AB'),
      anyQuery(texts),
    ],
  })
  return rows.map(({ id }) => id)
}

const business = '(SELECT business_id FROM business_names WHERE key = match_key($1::text))'
/** Hides the values from the planner, which would plan each call anew. */
const [folded, nameKey, reasonsKey, inNames, inReasons] = [
  asOne('search_fold($1::text)'),
  asOne('$2::tsquery'),
  asOne('$3::tsquery'),
  asOne('$4::tsquery'),
  asOne('$5::tsquery'),
]

const similarSubmissions = `SELECT id
  FROM (
    (SELECT submission_id FROM submission_search WHERE business_id = ${business}
     ORDER BY submission_id DESC LIMIT ${maxRowsOfName})
    UNION
    (SELECT submission_id FROM submission_search WHERE ts_filter(words, '{a,b}') @@ ${nameKey}
     LIMIT ${maxRowsOfName})
    UNION
    (SELECT submission_id FROM submission_search WHERE words @@ ${reasonsKey}
     LIMIT ${maxRowsOfReasons})
  ) AS ids
  CROSS JOIN LATERAL (
    SELECT words, business_id AS of_business, texts.name AS folded_name
    FROM submission_search AS texts WHERE texts.submission_id = ids.submission_id LIMIT 1
  ) AS texts
  CROSS JOIN LATERAL (
    SELECT id, score, super_boost FROM submissions WHERE id = ids.submission_id AND approved LIMIT 1
  ) AS rows
  ORDER BY similarity(folded_name, ${folded})
    + CASE WHEN of_business = ${business} THEN 1 ELSE 0 END
    + CASE WHEN words @@ ${inNames} THEN 0.5 ELSE 0 END
    + 2 * ts_rank('{1, 0.1, 0.1, 0.1}', words, ${inReasons})
    + 0.01 * ln(greatest(score + super_boost, 0) + 1) DESC, id
  LIMIT ${suggestionsLimit}`

/** The words of the name; with corrections if no submission has one of them. */
const correctedName = async (
  db: Db,
  query: ParsedQuery,
  required: readonly IndexedTerm[],
): Promise<readonly IndexedTerm[]> => {
  if (required.every(({ count }) => count.names > 0)) return required
  const words = { required, excluded: [] }
  const [corrected] = await correct(db, { table: searchedSubmissions, query, words })
  if (corrected === undefined) return required.filter(({ count }) => count.names > 0)
  return (await readWords(db, parseQuery(corrected), 'submissions')).required
}

const rarest = (terms: readonly IndexedTerm[]): IndexedTerm[] =>
  terms.toSorted((one, other) => one.count.names - other.count.names).slice(0, 2)

/** Words without the syntax of a search. */
const termsOf = (text: string): Term[] =>
  parseQuery(text.replace(/["“”„‟«»＂]|(?<!\S)-/g, ' ')).required.map((term) => ({
    ...term,
    isPrefix: false,
  }))
