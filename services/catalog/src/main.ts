import { run } from '@answerable/service-kit/run'
import { catalog } from './service.ts'

await run(catalog, process.env)
