import { setFlagsFromString } from 'node:v8'
import { run } from '@answerable/service-kit/run'
import { realtime } from './service.ts'

// When thousands of pages connect at once, V8 grows the young generation to 26 MB and never shrinks it. A
// small one is enough here, because each frame is built once for all sockets.
setFlagsFromString('--semi-space-growth-factor=1')

await run(realtime, process.env)
