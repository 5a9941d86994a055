import { verifyCommand } from './log/verify-command.ts'

process.exitCode = await verifyCommand(process.env)
