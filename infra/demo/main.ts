import { readConfig } from '../migrate/config.ts'
import { seedDemo } from './seed.ts'

// Fills an empty site in containers with the demo content, from where its database is prepared.

try {
  const { ownerUrl, database } = readConfig(process.env)
  const url = new URL(ownerUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  await seedDemo({
    ownerUrl: url.href,
    onProgress: (step) => process.stdout.write(`${step} …\n`),
  })
} catch (error) {
  const message = error instanceof Error ? error.message || error.name : String(error)
  process.stderr.write(`demo: ${message.split('\n')[0]}\n`)
  process.exitCode = 1
}
