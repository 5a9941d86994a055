import { deadLettersCommand } from '@answerable/service-kit/bus/dead-letters-command'

process.exitCode = await deadLettersCommand(process.argv.slice(2), { evidence: process.env })
