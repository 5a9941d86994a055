import { administer } from '@answerable/auth/admin-command'
import { runSiteCommand } from '../site-command.ts'

await runSiteCommand((environmentOf) => administer(process.argv.slice(2), environmentOf('auth')))
