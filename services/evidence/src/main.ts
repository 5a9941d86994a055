import { setFlagsFromString } from 'node:v8'
import { run } from '@answerable/service-kit/run'
import { evidence } from './service.ts'

// Each page that is read leaves megabytes of short-lived strings. A small young generation is collected more often, and
// does not grow to 48 MB that are never returned. What survives it is collected before the heap has grown by a fifth.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--heap-growing-percent=20')

await run(evidence, process.env)
