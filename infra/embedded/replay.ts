import { tellOfAccounts } from '@answerable/auth/tell-again'
import { tellOfSubmissions } from '@answerable/catalog/tell-again'
import { runSiteCommand } from './site-command.ts'

const owners = { auth: tellOfAccounts, catalog: tellOfSubmissions } as const

const [owner, ...rest] = process.argv.slice(2)
if ((owner !== 'auth' && owner !== 'catalog') || rest.length > 0) {
  process.stderr.write('Usage: npm run replay -- auth|catalog\n')
  process.exitCode = 1
} else {
  await runSiteCommand((environmentOf) => owners[owner](environmentOf(owner)))
}
