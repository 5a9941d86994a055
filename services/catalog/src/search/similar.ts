import type { RouteRequest } from '@answerable/contracts/route'
import { type findSimilar, suggestionsLimit } from '@answerable/contracts/search'
import type { Db } from '@answerable/service-kit/db'
import { correct } from './corrections.ts'
import { parseQuery, type Term } from './query.ts'
import { searchedSubmissions } from './tables.ts'
import { anyQuery, type IndexedTerm, positiveQuery, readWords } from './words.ts'

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
  const name = await wordsOfName(db, targetName)
  const texts = await readWords(
    db,
    { required: termsOf(reasons).slice(0, maxWordsOfReasons), excluded: [] },
    'submissions',
  )
  const telling = texts.required
    .filter(({ count }) => count.all > 0 && count.all <= maxRowsOfTellingWord)
    .toSorted((one, other) => one.count.all - other.count.all)
    .slice(0, maxTellingWords)
  const { rows } = await db.query<{ id: string }>({
    name: 'find-similar',
    text: `SELECT id FROM (SELECT search_fold($1::text) AS folded, $3::tsquery AS reasons) AS given
      CROSS JOIN LATERAL (
        (SELECT submission_id FROM submission_search
         WHERE business_id = (SELECT business_id FROM business_names WHERE key = match_key($1))
         ORDER BY submission_id DESC LIMIT ${maxRowsOfName})
        UNION
        (SELECT submission_id FROM submission_search WHERE ts_filter(words, '{a,b}') @@ $2::tsquery
         LIMIT ${maxRowsOfName})
        UNION
        (SELECT submission_id FROM submission_search WHERE words @@ $3::tsquery
         LIMIT ${maxRowsOfReasons})
      ) AS ids
      CROSS JOIN LATERAL (
        SELECT words, business_id AS of_business, texts.name AS folded_name
        FROM submission_search AS texts WHERE texts.submission_id = ids.submission_id LIMIT 1
      ) AS texts
      CROSS JOIN LATERAL (
        SELECT * FROM submissions WHERE id = ids.submission_id AND approved LIMIT 1
      ) AS rows
      ORDER BY similarity(folded_name, folded)
        + CASE WHEN of_business = (SELECT business_id FROM business_names WHERE key = match_key($1))
            THEN 1 ELSE 0 END
        + CASE WHEN words @@ $4::tsquery THEN 0.5 ELSE 0 END
        + 2 * ts_rank('{1, 0.1, 0.1, 0.1}', words, $5::tsquery)
        + 0.01 * ln(greatest(score + super_boost, 0) + 1) DESC, id
      LIMIT ${suggestionsLimit}`,
    values: [
      targetName,
      positiveQuery(rarest(name)),
      anyQuery(telling),
      positiveQuery(name, 'AB'),
      anyQuery(texts.required),
    ],
  })
  return rows.map(({ id }) => id)
}

/** The words of the name; with corrections if no submission has one of them. */
const wordsOfName = async (db: Db, targetName: string): Promise<readonly IndexedTerm[]> => {
  const query = { required: termsOf(targetName), excluded: [] }
  const words = await readWords(db, query, 'submissions')
  if (words.required.every(({ count }) => count.names > 0)) return words.required
  const [corrected] = await correct(db, searchedSubmissions, query, words)
  if (corrected === undefined) return words.required.filter(({ count }) => count.names > 0)
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
