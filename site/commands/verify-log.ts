import { verifyCommand } from '@answerable/moderation/verify-command'
import { runSiteCommand } from '../site-command.ts'

await runSiteCommand((environmentOf) => verifyCommand(environmentOf('moderation')))
