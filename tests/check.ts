import { runChecks } from './static-checks.ts'

const { passed, failed } = await runChecks()
if (failed.length > 0) console.log(`\nfailed: ${failed.join('; ')}`)
console.log(`\n${passed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
