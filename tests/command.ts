import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Runs an installed tool and forwards its output; returns its exit code. */
export const runTool = (
  name: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', name), parameters, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment,
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
