import { republishAccounts } from '@answerable/auth/republish'
import { republishSubmissions } from '@answerable/catalog/republish'
import { runSiteCommand } from '../site-command.ts'

const owners = { auth: republishAccounts, catalog: republishSubmissions } as const

const [owner, ...rest] = process.argv.slice(2)
if ((owner !== 'auth' && owner !== 'catalog') || rest.length > 0) {
  process.stderr.write('Usage: npm run tool -- republish auth|catalog\n')
  process.exitCode = 1
} else {
  await runSiteCommand((environmentOf) => owners[owner](environmentOf(owner)))
}
