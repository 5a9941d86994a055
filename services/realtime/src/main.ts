import { run } from '@answerable/service-kit/run'
import { realtime } from './service.ts'

await run(realtime, process.env)
