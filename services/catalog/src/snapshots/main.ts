import { getPriority, setPriority } from 'node:os'
import { platform } from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { takeAndLog } from './take-and-log.ts'

// The program of the thread that takes a snapshot.

const lowest = 19

// On Linux, this is the priority of the thread alone: votes go first.
if (platform === 'linux' && parentPort !== null) setPriority(Math.min(getPriority() + 10, lowest))
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
parentPort?.unref()
process.exitCode = (await takeAndLog(workerData, stopping.signal)) ? 0 : 1
