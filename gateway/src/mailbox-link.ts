import { ConfigError } from '@answerable/service-kit/config'
import { readConfig } from './config.ts'
import { mailboxLink } from './mailbox/mailbox.ts'

// Prints the link that opens the mailbox, for operators with access to the gateway's machine.

try {
  const { mailbox, MAILBOX_KEY, PUBLIC_ORIGIN } = readConfig(process.env)
  if (mailbox === 'off' || MAILBOX_KEY === undefined)
    throw new ConfigError('This site has no mailbox page because it sends mail through SMTP_URL.')
  process.stdout.write(`${mailboxLink(PUBLIC_ORIGIN, MAILBOX_KEY)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
