import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

/** The fields of npm's audit report that this file reads. */
const auditReport = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), range: z.string() }),
  ),
  metadata: z.object({ dependencies: z.object({ prod: z.int(), optional: z.int() }) }),
})

const output = await npm('audit', '--omit=dev', '--json', ...process.argv.slice(2))
const report = auditReport.safeParse(parse(output))
if (report.success) printReport(report.data)
else {
  const why = reasonIn(output)
  process.stderr.write(`NOT AUDITED: the registry returned no advisories (${why}).\n`)
  process.exitCode = 2
}

function printReport({ vulnerabilities, metadata }: z.output<typeof auditReport>): void {
  const found = Object.values(vulnerabilities)
  const { prod, optional } = metadata.dependencies
  for (const { name, range, severity } of found) console.log(`${severity}: ${name} ${range}`)
  console.log(`${found.length} of ${prod + optional} packages have known vulnerabilities`)
  process.exitCode = found.length === 0 ? 0 : 1
}

function reasonIn(response: string): string {
  const { statusCode } = (parse(response) ?? {}) as { statusCode?: unknown }
  return typeof statusCode === 'number' ? `status ${statusCode}` : 'no response'
}

/** npm's output, with any exit code. */
async function npm(...parameters: string[]): Promise<string> {
  // The npm that runs this script, if any.
  const { npm_execpath } = process.env
  const [command, ...first] =
    npm_execpath === undefined ? ['npm'] : [process.execPath, npm_execpath]
  const child = spawn(command, [...first, ...parameters], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text(child.stdout)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
