import { limitYoungGeneration } from '@answerable/service-kit/process/limit-young-generation'
import { run } from '@answerable/service-kit/run'
import { catalog } from './service.ts'

// Each vote leaves objects that live for a moment, for which V8 would take 128 MB.
limitYoungGeneration({ megabytes: 32 })

await run(catalog, process.env)
