import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from '@answerable/site/free-port'
import { root } from '../command.ts'
import { toolsDirectory } from '../tools/cache.ts'
import { newcomersEnvironment, pathOfMachine } from './newcomers-environment.ts'

/** Versions from the registry; an empty `node` is the Node of this machine. */
type Versions = { npm: string; node: string }

const minutes = 60_000
const maxWarnings = 5

/**
 * Clones the last commit into a folder with a space and an accent in its path, runs `npm ci` and
 * `npm run demo` there, reads the front page, and stops npm alone. Returns the problem in one line, or
 * null when all of it worked.
 */
export const tryInstall = async (versions: Versions): Promise<string | null> => {
  const folder = mkdtempSync(join(tmpdir(), 'a path with späces '))
  const clone = join(folder, 'site')
  try {
    run('git', ['clone', '--quiet', root, clone], { cwd: folder })
    const npm = npmOf(versions)
    const installed = npm.run(['ci'], clone)
    if (installed.status !== 0) return `npm ci failed: ${lastLine(installed.stderr)}`
    const warnings = installed.stderr.split('\n').filter((line) => /^npm warn/i.test(line)).length
    if (warnings > maxWarnings) return `npm ci printed ${warnings} warnings`
    return await tryDemo(npm, clone)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tryDemo = async (npm: Npm, clone: string): Promise<string | null> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const demo = npm.start(['run', 'demo'], clone, { PORT: String(port) })
  try {
    const output = await outputUntil(demo, origin)
    if (output !== null)
      return `npm run demo exited:\n${output.trim().split('\n').slice(-20).join('\n')}`
    const problem = await checkContent(origin)
    if (problem !== null) return problem
    demo.kill('SIGTERM')
    await once(demo, 'close', { signal: AbortSignal.timeout(minutes) })
    return (await isServed(origin)) ? 'the site keeps running after npm has exited' : null
  } finally {
    demo.kill('SIGKILL')
  }
}

const checkContent = async (origin: string): Promise<string | null> => {
  const page = await fetch(origin)
  if (page.status !== 200 || !(await page.text()).includes('<title>'))
    return `the front page of the demo returns ${page.status}`
  const feed = await fetch(`${origin}/api/boycotts`)
  const submissions = await feed.json()
  return Array.isArray(submissions) && submissions.length > 0
    ? null
    : 'the feed of the demo is empty'
}

/** Null once the child has printed the mark; all of its output if it exits or times out without it. */
const outputUntil = (child: ChildProcess, mark: string): Promise<string | null> =>
  new Promise((resolve) => {
    let output = ''
    const read = (text: string) => {
      output += text
      if (!output.includes(mark)) return
      clearTimeout(timer)
      resolve(null)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    const timer = setTimeout(() => resolve(output), 10 * minutes)
    child.once('close', () => {
      clearTimeout(timer)
      resolve(output)
    })
  })

const isServed = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  )

type Npm = {
  run: (args: string[], cwd: string) => { status: number | null; stderr: string }
  start: (args: string[], cwd: string, settings: NodeJS.ProcessEnv) => ChildProcess
}

const npmOf = ({ npm, node }: Versions): Npm => {
  const cli = join(fromRegistry('npm', npm), 'bin/npm-cli.js')
  const program = node === '' ? nodeOfMachine() : join(fromRegistry(nodePackage, node), 'bin/node')
  const env = {
    ...newcomersEnvironment(),
    PATH: [dirname(program), pathOfMachine()].join(delimiter),
  }
  return {
    run: (args, cwd) =>
      spawnSync(program, [cli, ...args], { cwd, env, encoding: 'utf8', timeout: 15 * minutes }),
    start: (args, cwd, settings) =>
      spawn(program, [cli, ...args], {
        cwd,
        env: { ...env, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}

const nodePackage = `node-${process.platform}-${process.arch}`

/** The directory of a package version, installed once in the tools directory. */
const fromRegistry = (name: string, version: string): string => {
  const home = join(toolsDirectory(), `${name}-${version}`)
  const folder = join(home, 'node_modules', name)
  if (!existsSync(folder))
    run('npm', ['install', '--silent', '--prefix', home, `${name}@${version}`], { cwd: tmpdir() })
  return folder
}

const nodeOfMachine = (): string => {
  const place = pathOfMachine()
    .split(delimiter)
    .map((directory) => join(directory, 'node'))
    .find((path) => existsSync(path))
  return place ?? process.execPath
}

const run = (command: string, args: string[], { cwd }: { cwd: string }): void => {
  const env = newcomersEnvironment()
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${lastLine(stderr ?? '')}`)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
