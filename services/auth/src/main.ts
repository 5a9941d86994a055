import { run } from '@answerable/service-kit/run'
import { auth } from './service.ts'

await run(auth, process.env)
