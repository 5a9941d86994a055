import { tellOfAccounts } from './users/tell-again.ts'

process.exitCode = await tellOfAccounts(process.env)
