import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@answerable/service-kit/config'

const file = join(import.meta.dirname, '../.env')

/** The environment of this process, completed by the file `.env` if it exists. */
export const loadEnvironment = (): Environment => {
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}
