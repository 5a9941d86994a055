import { deadLettersCommand } from '@answerable/service-kit/bus/dead-letters-command'
import { runSiteCommand } from '../site-command.ts'

await runSiteCommand((environmentOf) =>
  deadLettersCommand(process.argv.slice(2), {
    auth: environmentOf('auth'),
    catalog: environmentOf('catalog'),
    moderation: environmentOf('moderation'),
    notifications: environmentOf('notifications'),
    evidence: environmentOf('evidence'),
  }),
)
