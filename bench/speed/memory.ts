import { readFileSync } from 'node:fs'
import { serviceNames } from '@answerable/contracts/route'
import type { Bench, Row } from './bench.ts'

/** Resident memory (RSS) of one process. Shared memory counts in full. */
export const residentMegabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

/** The highest resident memory of a process since its start, or since that was reset. */
export const highestResidentMegabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

const resident = ({ stack }: Bench): number =>
  serviceNames.reduce((sum, name) => sum + residentMegabytes(stack.pids[name]), 0)

/** P8: memory of gateway and services together. */
export const idleMemoryRows = async (bench: Bench): Promise<Row[]> => [
  {
    id: 'P8',
    what: 'resident memory of gateway and services before any load',
    bar: { is: 'at most', value: 590 },
    values: [resident(bench)],
    unit: 'MB',
  },
]

export const loadedMemoryRows = async (bench: Bench): Promise<Row[]> => [
  {
    id: 'P8',
    what: 'resident memory of gateway and services after all of the above',
    bar: { is: 'at most', value: 1_050 },
    values: [resident(bench)],
    unit: 'MB',
  },
]
