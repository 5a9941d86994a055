import { deadLettersCommand } from '@answerable/service-kit/dead-letters-command'

process.exitCode = await deadLettersCommand(process.argv.slice(2), { auth: process.env })
