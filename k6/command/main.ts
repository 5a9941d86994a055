import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startThrowawaySite } from '../../tests/tools/throwaway-site.ts'
import { readPlan } from './plan.ts'
import { findK6 } from './program.ts'

const root = join(import.meta.dirname, '../..')

try {
  const plan = readPlan(process.argv.slice(2), process.env)
  const program = findK6(root)
  const site = plan.url === null ? await startOwnSite() : null
  try {
    const environment = {
      BASE_URL: plan.url ?? `http://localhost:${site?.port}`,
      MAILBOX_KEY: site?.mailboxKey ?? process.env.MAILBOX_KEY ?? '',
      // Otherwise k6 reports every run to its makers.
      K6_NO_USAGE_REPORT: 'true',
    }
    const child = spawn(
      program.command,
      [...program.before(environment), 'run', ...plan.options, `k6/${plan.script}.ts`],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
    )
    // k6 handles Ctrl+C itself and still prints its results.
    process.on('SIGINT', () => {})
    const [code] = await once(child, 'exit')
    console.log(`Load average of the last minute: ${loadavg()[0]?.toFixed(1)}`)
    process.exitCode = typeof code === 'number' ? code : 1
  } finally {
    await site?.stop()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function startOwnSite() {
  console.log('Starting a site with temporary data …')
  return startThrowawaySite()
}
