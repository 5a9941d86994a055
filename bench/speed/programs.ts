import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceName } from '@answerable/contracts/route'
import type { Environment } from '@answerable/service-kit/config'
import { endWithParent } from '@answerable/site/end-with-parent'

const root = join(import.meta.dirname, '../..')

export const compileCache = join(root, '.cache/compile')

export const sourcesOf = (name: ServiceName): string =>
  join(root, name === 'gateway' ? 'gateway' : `services/${name}`, 'src')

/** Compiles as the image does, because a killed program stores no compile cache. */
export const compile = async (name: ServiceName): Promise<void> => {
  const kit = join(root, 'packages/service-kit/src')
  const files = [
    join(sourcesOf(name), 'service.ts'),
    `${kit}/run.ts`,
    `${kit}/rate-limit/redis-store.ts`,
  ]
  const code = `for (const file of ${JSON.stringify(files)}) await import(file)\nprocess.exit()`
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { env })
  await once(child, 'exit')
}

export const runProgram = (
  file: string,
  environment: Environment,
  logFile: string,
): ChildProcess => {
  const output = openSync(logFile, 'a')
  const child = spawn(process.execPath, [file], {
    env: environment,
    stdio: ['ignore', output, output],
  })
  endWithParent(child, 'KILL')
  return child
}

export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export const ready = async (url: string): Promise<void> => {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/ready`).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return
    await delay(100)
  }
  throw new Error(`${url} does not become ready`)
}
