import { asOwner, categoryOfSubmission, countryOfSubmission } from './seed.ts'

export const searchedSubmissions = 1_000_000
const searchedBusinesses = 200_000

/** A third of all submissions have it. */
export const commonWord = 'factory'
/** Words that twenty submissions have each; none is the beginning of another. */
export const rareWordAt = (index: number): string =>
  `matter${String(index % (searchedSubmissions / 20)).padStart(5, '0')}`

/** A pronounceable word; a small number is a frequent word. */
const wordOf = (number: string): string => `(
  (ARRAY['ba','co','di','fu','ga','he','ji','ko','lu','ma','ne','po','qui','ro','su','ta','ve','wo','xi','za'])[1 + (${number}) % 20]
  || (ARRAY['nd','r','s','t','l','m','n','k','rt','st','ll','nk','x','d','p','mb','ck','v','g','z'])[1 + (${number}) / 20 % 20]
  || (ARRAY['a','e','i','o','u','er','on','ing','y','el'])[1 + (${number}) / 400 % 10]
  || repeat((ARRAY['ba','co','di','fu','ga','he','ji','ko','lu','ma'])[1 + (${number}) / 4000 % 10], least((${number}) / 4000, 1))
)`

/** Numbers of words by Zipf's law: the n-th word is n times rarer than the first. */
const zipf = (words: number): string => `exp(random() * ln(${words}))::integer`

/** The business with this number: two words, each of which many names have. */
const nameOf = (n: string): string =>
  `initcap(${wordOf(`(${n} * 7919::bigint % 39989)::integer`)}) || ' '
    || initcap(${wordOf(`(${n} * 104729::bigint % 3989)::integer`)})`

/** All submissions and businesses. */
export const removeSubmissions = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, [
    'SET search_path TO catalog, public',
    'TRUNCATE businesses, submissions, public_counts, word_counts, word_changes, outdated_businesses CASCADE',
  ])

/**
 * A million submissions about 200,000 businesses in the empty tables, with words by Zipf's law. Their reasons consist of three out of
 * 10,000 parts, one of the rare words and, for every third one, the common word. The words are stored without the
 * triggers and without the joined forms of names, which takes a tenth of the time.
 */
export const seedSearch = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, [
    'SET search_path TO catalog, public',
    'SET session_replication_role TO replica',
    `SET maintenance_work_mem TO '256MB'`,
    'SELECT setseed(0.5)',
    'DROP INDEX submission_search_words, submission_search_names, submission_search_name',
    'DROP INDEX business_search_words, word_counts_similar',
    `INSERT INTO businesses (id, slug, name, kind, boycott_count, created_at)
     SELECT lpad(n::text, 8, 'B'), 'business-' || n, ${nameOf('n')}, 'business', 5,
       timestamptz '2025-01-01' + n * interval '10 seconds'
     FROM generate_series(0, ${searchedBusinesses - 1}) AS n`,
    `INSERT INTO business_names (key, business_id, name) SELECT 'key' || id, id, name FROM businesses`,
    'INSERT INTO business_slugs (slug, business_id) SELECT slug, id FROM businesses',
    `INSERT INTO business_counts (kind, country, value) VALUES ('business', '', ${searchedBusinesses})
     ON CONFLICT (kind, country) DO UPDATE SET value = excluded.value`,
    `INSERT INTO business_search (business_id, words, name)
     SELECT id, setweight(to_tsvector('simple', name), 'A'), lower(name) FROM businesses`,
    `CREATE TEMP TABLE parts AS
     SELECT n AS part, string_agg(${wordOf('k')}, ' ') AS text
     FROM generate_series(0, 9999) AS n, LATERAL (
       SELECT ${zipf(39_999)} AS k FROM generate_series(1, 10) WHERE n >= 0
     ) AS words GROUP BY n`,
    'ALTER TABLE parts ADD PRIMARY KEY (part)',
    `INSERT INTO submissions
       (id, business_id, target_name, location, category, country, reasons, sources, score, created_at)
     SELECT left(md5('bench-' || n), 8), businesses.id, name,
       (ARRAY['Lyon', 'Berlin', 'Springfield', 'London', 'Osaka'])[1 + n % 5],
       ${categoryOfSubmission}, ${countryOfSubmission},
       concat_ws(' ', one.text, two.text, three.text, 'matter' || lpad((n % ${searchedSubmissions / 20})::text, 5, '0'),
         CASE WHEN n % 3 = 0 THEN '${commonWord}' END),
       'https://example.org/reports/' || n,
       (('x' || left(md5('score-' || n), 6))::bit(24)::integer % 2000) - 200,
       timestamptz '2026-01-01' + n * interval '17 seconds'
     FROM generate_series(0, ${searchedSubmissions - 1}) AS n
     JOIN businesses ON businesses.id = lpad((n % ${searchedBusinesses})::text, 8, 'B')
     JOIN parts AS one ON one.part = n * 7::bigint % 10000
     JOIN parts AS two ON two.part = n * 13::bigint / 3 % 10000
     JOIN parts AS three ON three.part = n * 31::bigint / 7 % 10000
     ON CONFLICT DO NOTHING`,
    `INSERT INTO submission_search (submission_id, business_id, words, name)
     SELECT id, business_id, setweight(to_tsvector('simple', target_name), 'A')
       || setweight(to_tsvector('simple', location), 'C')
       || to_tsvector('simple', reasons || ' ' || translate(sources, ':/.', '   ') || ' ' || id),
       lower(target_name)
     FROM submissions`,
    `INSERT INTO word_counts (word, submissions, submission_names, businesses)
     SELECT word, coalesce(sum(ndoc) FILTER (WHERE kind = 1), 0),
       coalesce(sum(ndoc) FILTER (WHERE kind = 2), 0), coalesce(sum(ndoc) FILTER (WHERE kind = 3), 0)
     FROM (
       SELECT word, ndoc, 1 AS kind
       -- In the random order of the ids: ts_stat takes minutes for words that it meets in alphabetical order.
       FROM ts_stat('SELECT words FROM submission_search ORDER BY submission_id')
       UNION ALL
       SELECT word, ndoc, 2 FROM ts_stat($$SELECT ts_filter(words, '{a,b}') FROM submission_search$$)
       UNION ALL
       SELECT word, ndoc, 3 FROM ts_stat('SELECT words FROM business_search')
     ) AS counted GROUP BY word`,
    'CREATE INDEX submission_search_words ON submission_search USING gin (words) WITH (fastupdate = off)',
    `CREATE INDEX submission_search_names ON submission_search
       USING gin (ts_filter(words, '{a,b}')) WITH (fastupdate = off)`,
    'CREATE INDEX submission_search_name ON submission_search (name)',
    'CREATE INDEX business_search_words ON business_search USING gin (words) WITH (fastupdate = off)',
    `CREATE INDEX word_counts_similar ON word_counts USING gin (word gin_trgm_ops)
       WHERE submission_names > 0 OR businesses > 0`,
    // With triggers, which count public submissions.
    'RESET session_replication_role',
    `INSERT INTO submission_facets
       (submission_id, approved, category, country, business_id, created_at)
     SELECT id, approved, category, country, business_id, created_at FROM submissions`,
    'SELECT choose_strongest(3000)',
    'VACUUM (ANALYZE)',
    'CHECKPOINT',
  ])
