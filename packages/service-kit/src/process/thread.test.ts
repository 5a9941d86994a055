import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A module whose function `run` calls its import. */
const wasm = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 127, 0, 2, 7, 1, 1, 109, 1, 102, 0, 0],
  ...[3, 2, 1, 0, 7, 7, 1, 3, 114, 117, 110, 0, 1, 10, 8, 1, 6, 0, 32, 0, 16, 0, 11],
]
const threadProgram = `
  const module = new WebAssembly.Module(new Uint8Array([${wasm}]))
  const { run } = new WebAssembly.Instance(module, { m: { f: () => {} } }).exports
  for (let call = 0; call < 3_000; call += 1) run(call)
  console.log('called')
`

/** V8's logs of the code that it compiles in a process with one thread. */
const compiledCode = async (start: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'thread-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const program = `
    const { Worker } = await import('node:worker_threads')
    const { startThread } = await import(${JSON.stringify(join(import.meta.dirname, 'thread.ts'))})
    const thread = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(threadProgram)}`)})
    ${start}
  `
  const logging = ['--log-code', `--logfile=${join(directory, 'v8.log')}`]
  const output = execFileSync(
    process.execPath,
    [...logging, '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
  expect(output).toBe('called\n')
  const logs = (await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8'))
  return (await Promise.all(logs)).join('\n')
}

/** The line for a compiled wrapper of an import. */
const wrapper = /^code-creation,JS,.*,wasm-to-js,/m

test('no wrappers are compiled for the imports of WebAssembly, which V8 could free twice', async () => {
  expect(await compiledCode('startThread(thread, {})')).not.toMatch(wrapper)
  expect(await compiledCode('new Worker(thread)')).toMatch(wrapper)
})
