import { parseArgs } from 'node:util'
import { type VerifyOptions, verifySnapshot } from '../open-data/verify.ts'

const usage = 'Usage: npm run verify-ranking -- MANIFEST [--key PUBLIC-KEY.pem] [--site ORIGIN]\n'

const optionsOf = (args: string[]): VerifyOptions | null => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: text, site: text },
  })
  const [manifest, ...others] = positionals
  return manifest === undefined || others.length > 0 ? null : { manifest, ...values }
}

try {
  const options = optionsOf(process.argv.slice(2))
  if (options === null) {
    process.stderr.write(usage)
    process.exitCode = 2
  } else {
    const { isValid, lines } = await verifySnapshot(options)
    process.stdout.write(`${lines.join('\n')}\n`)
    process.exitCode = isValid ? 0 : 1
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
