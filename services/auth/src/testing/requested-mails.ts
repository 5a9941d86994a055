import { randomUUID } from 'node:crypto'
import type { MailRequest } from '@answerable/contracts/mails'
import { onlyRow } from '@answerable/service-kit/db'
import type { AuthSite } from './auth-site.ts'

/** A request of a mail about a reply, with a key of its own. */
export const mailRequest = (
  given: Pick<MailRequest, 'accountId'> & Partial<MailRequest>,
): MailRequest => ({
  key: randomUUID(),
  template: 'notice',
  notices: [{ kind: 'reply', subject: 'Fizz Cola', path: '/boycott/a1B2c3D4', actor: 'anna' }],
  more: 0,
  unsubscribeToken: 'u'.repeat(43),
  ...given,
})

export const userIdOf = async (site: AuthSite, email: string): Promise<string> => {
  const { rows } = await site.owner.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    email,
  ])
  return onlyRow(rows).id
}
