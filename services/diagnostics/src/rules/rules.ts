import { connection } from './connection.ts'
import { interference } from './interference.ts'
import { page } from './page.ts'
import { permissions } from './permissions.ts'
import { refusals } from './refusals.ts'
import { releases } from './releases.ts'
import type { Rule } from './rule.ts'
import { secureConnection } from './secure-connection.ts'
import { serverErrors } from './server-errors.ts'
import { signIn } from './sign-in.ts'
import { storage } from './storage.ts'

/** Every rule; of two that fit equally well the earlier is shown first. */
export const rules: readonly Rule[] = [
  ...signIn,
  ...refusals,
  ...serverErrors,
  ...connection,
  ...secureConnection,
  ...releases,
  ...storage,
  ...permissions,
  ...interference,
  ...page,
]
