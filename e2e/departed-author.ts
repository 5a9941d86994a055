import { openPool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { patientUrl } from '@answerable/service-kit/testing/patient-url'

/** The boycott of the demo whose author has deleted their account. */
export const departedTarget = 'Dow Chemical'

/** State of the catalog after an account deletion. */
export const letAuthorDepart = async (ownerUrl: string): Promise<void> => {
  const log = createLog({ service: 'e2e', level: 'warn' })
  const db = openPool({ url: patientUrl(ownerUrl), max: 1, name: 'e2e', log })
  await db.query('UPDATE catalog.submissions SET author_id = NULL WHERE target_name = $1', [
    departedTarget,
  ])
  await db.end()
}
