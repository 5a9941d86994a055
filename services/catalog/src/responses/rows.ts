import type { ReasonCode } from '@answerable/contracts/decisions'
import type { OfficialResponse, ResponseState } from '@answerable/contracts/responses'

/** A response with its business and its number of former texts. */
export type ResponseRow = {
  id: string
  submission_id: string
  business_id: string
  slug: string
  business_name: string
  domain: string
  content: string
  sources: string | null
  author_id: string | null
  state: ResponseState
  reason_code: ReasonCode | null
  flag_count: number
  created_at: Date
  edited_at: Date | null
  version: number
  text_version: number
  decided_version: number
  former_count: number
}

/** The columns of a `ResponseRow`, for `responses` joined with `businesses`. */
export const responseColumns = `responses.*, businesses.slug, businesses.name AS business_name,
  (SELECT count(*) FROM response_versions WHERE response_id = responses.id) AS former_count`

export const responseTables = 'responses JOIN businesses ON businesses.id = business_id'

/** A response with its text, also of a removed one. */
export const fullResponseOf = (row: ResponseRow): OfficialResponse => ({
  id: row.id,
  business: { id: row.business_id, slug: row.slug, name: row.business_name },
  domain: row.domain,
  content: row.content,
  sources: row.sources,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  state: row.state,
  reasonCode: row.reason_code,
  versionCount: row.former_count + 1,
  version: row.version,
})

/** A response as everyone sees it. */
export const responseOf = (row: ResponseRow): OfficialResponse => {
  const full = fullResponseOf(row)
  return row.state === 'shown' ? full : { ...full, content: '', sources: null }
}
