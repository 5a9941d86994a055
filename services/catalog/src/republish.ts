import { republishSubmissions } from './submissions/republish.ts'

process.exitCode = await republishSubmissions(process.env)
