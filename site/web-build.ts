import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
export const webDirectory = join(root, 'web/dist')
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite.prerender.config.ts',
  'web/build',
  'package-lock.json',
  'packages/contracts/src',
]

/** Builds the web if it was never built or its sources are newer than the build. */
export const buildWebWhenNeeded = async (onProgress: (step: string) => void): Promise<void> => {
  const built = await newestChange(join(webDirectory, '.prerender/render.js'))
  const changes = await Promise.all(sources.map((path) => newestChange(join(root, path))))
  if (built > Math.max(...changes)) return
  onProgress('Building the web pages')
  await buildWeb()
}

/** Builds the application for browsers, then the program that renders its pages on the server. */
export const buildWeb = async (): Promise<void> => {
  await viteBuild('vite.config.ts')
  await viteBuild('vite.prerender.config.ts')
}

/** Modification time of the newest file at or below a path, in milliseconds; 0 if there is none. */
const newestChange = async (path: string): Promise<number> => {
  if (!existsSync(path)) return 0
  const entry = await stat(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  const inner = await Promise.all(
    (await readdir(path)).map((name) => newestChange(join(path, name))),
  )
  return Math.max(0, ...inner)
}

const viteBuild = (config: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const parameters = ['build', 'web', '--config', `web/${config}`, '--logLevel', 'warn']
    const child = spawn(process.execPath, [vite, ...parameters], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A test environment would select React's development build, which is half as large again.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web build failed with exit code ${code}`)),
    )
  })
