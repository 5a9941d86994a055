import { run } from '@answerable/service-kit/run'
import { gateway } from './service.ts'

await run(gateway, process.env)
