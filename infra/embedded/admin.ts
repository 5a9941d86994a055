import { administer } from '@answerable/auth/admin-command'
import { runSiteCommand } from './site-command.ts'

await runSiteCommand('auth', (environment) => administer(process.argv.slice(2), environment))
