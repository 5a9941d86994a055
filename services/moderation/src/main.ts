import { run } from '@answerable/service-kit/run'
import { moderation } from './service.ts'

await run(moderation, process.env)
