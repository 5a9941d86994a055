import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** More calls than a thread ever makes; the greatest number that V8 accepts. */
const never = 2_147_483_647

/**
 * Starts a thread that may use WebAssembly, as Node does to read TypeScript. V8 compiles a wrapper for a function that
 * WebAssembly has called a thousand times, and all threads of a process share the wrappers. When threads end, V8 13.6
 * sometimes frees one twice and ends the process: `Check failed: jit_page.has_value()`. So none is compiled.
 */
export const startThread = (program: URL, options: WorkerOptions): Worker => {
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${never}`)
  return new Worker(program, options)
}
