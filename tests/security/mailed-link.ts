import type { Pool } from '@answerable/service-kit/db'
import { until } from '@answerable/service-kit/testing/until'

/** Waits for a mail to an address; returns the link in the newest one. */
export const mailedLink = (db: Pool, email: string): Promise<URL> =>
  until(async () => {
    const { rows } = await db.query<{ link: string }>(
      'SELECT link FROM auth.dev_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
      [email],
    )
    return new URL(rows[0]?.link ?? '')
  })
