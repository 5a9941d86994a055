import { createLog } from '@answerable/service-kit/log'
import { readConfig } from './config.ts'
import { migrate } from './migrate.ts'
import { reasonOfFailure } from './reason-of-failure.ts'

try {
  const config = readConfig(process.env)
  await migrate({ ...config, log: createLog({ service: 'migrate', level: config.logLevel }) })
} catch (error) {
  process.stderr.write(`migrate: ${reasonOfFailure(error)}\n`)
  process.exitCode = 1
}
