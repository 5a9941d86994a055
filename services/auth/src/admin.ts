import { administer } from './users/admin-command.ts'

process.exitCode = await administer(process.argv.slice(2), process.env)
