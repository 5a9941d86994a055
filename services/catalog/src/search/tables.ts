/** A kind of searchable rows, as parts of SQL. */
export type SearchedTable = {
  name: 'submissions' | 'businesses'
  /** The table of words and its reference to the rows. */
  search: string
  reference: string
  isPublic: string
  category: string
  /** Whether its rows have a status. */
  hasStatus: boolean
  /** The column of the business; null for businesses. */
  business: string | null
  /** The table with indexes of the filtered columns by time, and the id of a row in it. */
  facets: string
  facetId: string
  /** The order 'top' by score or by number of boycotts, down to the last tie. */
  strength: string
  top: string
  newest: string
  /** Words of names only: an expression with an index. */
  names: string
  /** The table of words of the strongest rows. */
  strongest: string
}

/** Rows in the tables of the strongest. */
export const maxStrongestRows = 3_000

export const searchedSubmissions: SearchedTable = {
  name: 'submissions',
  search: 'submission_search',
  reference: 'submission_id',
  isPublic: 'approved',
  category: 'category',
  hasStatus: true,
  business: 'business_id',
  facets: 'submission_facets',
  facetId: 'submission_id',
  strength: '(score + super_boost)',
  top: '(score + super_boost) DESC, created_at DESC, id',
  newest: 'created_at DESC, id',
  names: `ts_filter(words, '{a,b}')`,
  strongest: 'strongest_submissions',
}

export const searchedBusinesses: SearchedTable = {
  name: 'businesses',
  search: 'business_search',
  reference: 'business_id',
  isPublic: 'listed',
  category: 'kind',
  hasStatus: false,
  business: null,
  facets: 'businesses',
  facetId: 'id',
  strength: 'boycott_count',
  top: 'boycott_count DESC, sort_name, id',
  newest: 'created_at DESC, id',
  // Hardly any of its words are not in names.
  names: 'words',
  strongest: 'strongest_businesses',
}
