import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const root = join(import.meta.dirname, '..')

/** Runs an installed tool and forwards its output; returns its exit code. */
export const runTool = (
  name: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<number> =>
  ended(
    spawn(toolPath(name), parameters, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment,
    }),
  )

/** Runs an installed tool; returns its exit code, and its output with its errors. */
export const readTool = async (
  name: string,
  parameters: readonly string[],
): Promise<{ code: number; output: string }> => {
  const child = spawn(toolPath(name), parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended(child),
  ])
  return { code, output: `${output}${errors}`.trimEnd() }
}

const toolPath = (name: string): string => join(root, 'node_modules/.bin', name)

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
