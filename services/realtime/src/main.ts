import { setFlagsFromString } from 'node:v8'
import { run } from '@answerable/service-kit/run'
import { realtime } from './service.ts'

// Thousands of pages that come at once make V8 take 26 MB for what lives shortly, and it never gives them
// back. A little room is enough here: what is written to sockets is made once for all of them.
setFlagsFromString('--semi-space-growth-factor=1')

await run(realtime, process.env)
