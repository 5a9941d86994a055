import { run } from '@answerable/service-kit/run'
import { evidence } from './service.ts'

await run(evidence, process.env)
