import { run } from '@answerable/service-kit/run'
import { notifications } from './service.ts'

await run(notifications, process.env)
