import { run } from '@answerable/service-kit/run'
import { diagnostics } from './service.ts'

await run(diagnostics, process.env)
