import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** In calls. The greatest number that V8 accepts. */
const wrapperBudget = 2_147_483_647

/**
 * Starts a thread that may use WebAssembly. Node itself uses it to read TypeScript.
 *
 * After a thousand calls of an imported function, V8 compiles a wrapper for it. All threads of a process share the
 * wrappers. When threads end, V8 13.6 sometimes frees a wrapper twice, and the process aborts with
 * `Check failed: jit_page.has_value()`. With this budget, threads get no wrappers. The program of the process keeps the
 * wrappers that it had before.
 */
export const startThread = (program: URL, options: WorkerOptions): Worker => {
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${wrapperBudget}`)
  return new Worker(program, options)
}
