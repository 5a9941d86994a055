import { tellOfSubmissions } from './submissions/tell-again.ts'

process.exitCode = await tellOfSubmissions(process.env)
