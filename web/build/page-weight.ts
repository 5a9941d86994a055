import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const mostInitialBytes = 110_000

/** Brotli bytes of the scripts that the first page cannot do without, and of those that are loaded when needed. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../dist')
const page = await readFile(join(folder, 'index.html'), 'utf8')
const scripts = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
const sizes = await Promise.all(
  scripts.map(async (name) => ({
    name,
    bytes: await sentBytes(join(folder, 'assets', name)),
    isInitial: page.includes(`/assets/${name}"`),
  })),
)

let initialBytes = 0
for (const { name, bytes, isInitial } of sizes.toSorted((one, other) => other.bytes - one.bytes)) {
  if (isInitial) initialBytes += bytes
  console.log(`${String(bytes).padStart(8)}  ${isInitial ? 'initial' : 'later  '}  ${name}`)
}
console.log(
  `${String(initialBytes).padStart(8)}  initial JavaScript, brotli; at most ${mostInitialBytes}`,
)
if (initialBytes > mostInitialBytes) process.exitCode = 1

async function sentBytes(file: string): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => stat(file))
  return compressed.size
}
