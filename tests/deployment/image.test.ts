import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@answerable/site/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The container's working directory, from the root of the repository. */
const folderOf = (container: string): string => {
  if (container === 'migrate') return ''
  return container === 'gateway' ? container : `services/${container}`
}

test('every program that documents run in a container is there', () => {
  const texts = ['README.md', 'SECURITY.md', 'gateway/src/mailbox/mailbox.ts']
  const documents = globSync('docs/**/*.md', { cwd: root })
  const commands = [...texts, ...documents].flatMap((path) =>
    [
      ...read(path).matchAll(
        /docker compose (?:exec|run)(?: --?[\w-]+)* (?<container>\w+) node (?<file>\S+\.ts)/g,
      ),
    ].map(({ groups }) => join(folderOf(groups?.container ?? ''), groups?.file ?? '')),
  )
  expect(commands).toContain('gateway/src/mailbox-link.ts')
  expect(commands).toContain('site/backup/main.ts')
  expect(commands.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every file that the image and the Compose setup name is there', () => {
  const dockerfile = read('infra/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources]) => sources?.split(' ') ?? [],
  )
  const run = [dockerfile, read('docker-compose.yml')].flatMap((text) =>
    [...text.matchAll(/(?:node,? |\/app\/)((?:infra|site)\/[^\],\s]+)/g)].map(
      ([, path]) => path ?? '',
    ),
  )
  const files = [...copied, ...run]
  expect(files).toContain('infra/healthcheck.sh')
  expect(files).toContain('infra/secrets/main.ts')
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('`up --wait` succeeds: Compose reports a disabled health check as a failure', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { healthcheck?: { test?: string[]; disable?: boolean } }>
  }
  expect(services.gateway?.healthcheck?.test).toContain('/app/infra/healthcheck.sh')
  const disabled = Object.values(services).filter(({ healthcheck }) => healthcheck?.disable)
  expect(disabled).toEqual([])
  // Containers that end or sleep would inherit it.
  expect(read('infra/Dockerfile')).not.toContain('HEALTHCHECK')
})

test('a container is replaced when a file of the operator has another path', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { configs?: unknown; labels?: Record<string, string> }>
  }
  const readers = Object.entries(services).filter(([, { configs }]) => configs !== undefined)
  expect(readers.map(([name]) => name)).toEqual(expect.arrayContaining(['settings', 'auth']))
  for (const [name, { labels }] of readers) {
    const paths = labels?.['own-files']
    expect(paths, name).toContain('CA_FILE')
    expect(paths, name).toContain('GEO_DB_PATH')
  }
})

test('of the services, only evidence has a way out, and auth one to its mail server', () => {
  const { services, networks } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { networks?: string[] }>
    networks: Record<string, { internal?: boolean } | null>
  }
  const open = Object.entries(services).flatMap(([name, { networks: own = ['default'] }]) =>
    own.filter((network) => networks[network]?.internal !== true).map((one) => [name, one]),
  )
  const programs = globSync('services/*', { cwd: root }).map((path) => path.split('/')[1])
  expect(programs).toContain('evidence')
  expect(open.filter(([name]) => programs.includes(name))).toEqual([
    ['auth', 'mail'],
    ['evidence', 'web'],
  ])
})

test('the health check passes only while the program is ready', async () => {
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/ready' ? status : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await exitCodeOfCheck(port)).toBe(0)
  status = 503
  expect(await exitCodeOfCheck(port)).toBe(1)
  expect(await exitCodeOfCheck(await freePort())).toBe(1)
})

const exitCodeOfCheck = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const env = { ...process.env, PORT: String(port) }
    const child = execFile('bash', [join(root, 'infra/healthcheck.sh')], { env }, () =>
      resolve(child.exitCode ?? -1),
    )
  })
