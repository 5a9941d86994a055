import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { runTool } from '../../tests/command.ts'

type BarePage = { url: string; stop: () => Promise<void> }

const contentTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
])

/** A page with React and nothing else, built and compressed like the site, on its own server. */
export const startBarePage = async (): Promise<BarePage> => {
  const files = await build()
  const server = createServer(({ url }, response) => {
    const file = files.get(url === '/' ? '/index.html' : (url ?? ''))
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, file.headers).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type BuiltFile = { headers: Record<string, string>; body: Buffer }

const build = async (): Promise<Map<string, BuiltFile>> => {
  const directory = await mkdtemp(join(tmpdir(), 'answerable-bare-'))
  try {
    return await buildInto(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const buildInto = async (directory: string): Promise<Map<string, BuiltFile>> => {
  const out = ['--outDir', directory, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runTool('vite', ['build', 'web/build/bare-page', ...out])
  if (code !== 0) throw new Error(`The bare page was not built: exit code ${code}`)
  const entries = await readdir(directory, { recursive: true })
  const files = await Promise.all(
    entries
      .filter((entry) => contentTypes.has(extname(entry)))
      .map(
        async (entry): Promise<[string, BuiltFile]> => [
          `/${entry}`,
          await builtFileOf(join(directory, entry)),
        ],
      ),
  )
  return new Map(files)
}

const builtFileOf = async (file: string): Promise<BuiltFile> => {
  const headers = {
    'content-type': contentTypes.get(extname(file)) ?? '',
    'cache-control': 'no-cache',
  }
  const compressed = await readFile(`${file}.br`).catch(() => null)
  return compressed === null
    ? { headers, body: await readFile(file) }
    : { headers: { ...headers, 'content-encoding': 'br' }, body: compressed }
}
