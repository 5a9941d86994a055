import { createLog } from '@answerable/service-kit/log'
import { readConfig } from './config.ts'
import { migrate } from './migrate.ts'

try {
  const config = readConfig(process.env)
  await migrate({ ...config, log: createLog({ service: 'migrate', level: config.logLevel }) })
} catch (error) {
  const message = error instanceof Error ? error.message || error.name : String(error)
  process.stderr.write(`migrate: ${message.split('\n')[0]}\n`)
  process.exitCode = 1
}
