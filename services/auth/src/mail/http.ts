import { readMailbox } from '@answerable/contracts/mailbox'
import { isProduction } from '@answerable/service-kit/config'
import { AppError } from '@answerable/service-kit/errors'
import { page, type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { listMails } from './mailbox.ts'
import { mailboxPage } from './mailbox-page.ts'

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** The mailbox of a development site; it exists only where no mail server is set. */
export const mailbox = (router: Router, deps: Pick<Deps, 'config' | 'pool'>): void => {
  const { config, pool } = deps
  const isOpen = config.SMTP_URL === undefined && !isProduction(config)

  serve(router, readMailbox, async ({ header }) => {
    const isForwarded = forwardingHeaders.some((name) => header(name) !== undefined)
    if (!isOpen || isForwarded) throw new AppError('not_found')
    return page(mailboxPage(await listMails(pool)), {
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
  })
}
