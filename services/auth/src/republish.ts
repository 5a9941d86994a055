import { republishAccounts } from './users/republish.ts'

process.exitCode = await republishAccounts(process.env)
