import type { Pool } from '@answerable/service-kit/db'

/** A statement that may take longer than a service's timeout. */
export const ask = async <Row extends Record<string, unknown>>(
  db: Pick<Pool, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const statement = { text, values: [...values], query_timeout: 60_000 }
  return (await db.query<Row>(statement)).rows
}
