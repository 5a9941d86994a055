/** A system call of a traced process, with times in milliseconds since 1970. */
export type Call = {
  process: string
  name: 'write' | 'sync'
  path: string
  /** Start and end of the write in the file; 0 for a sync. */
  offset: number
  end: number
  startedAt: number
  endedAt: number
}

const syncs = ['fsync', 'fdatasync']

/**
 * Parses pwrite64, fsync and fdatasync from the output of `strace -f -ttt -T -y -s 0`; ignores failed
 * calls.
 */
export const readTrace = (text: string): Call[] => {
  const calls: Call[] = []
  const unfinished = new Map<string, { at: string; beginning: string }>()
  for (const line of text.split('\n')) {
    const [, process, at, rest] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? []
    if (process === undefined || at === undefined || rest === undefined) continue
    const beginning = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1]
    if (beginning !== undefined) {
      unfinished.set(process, { at, beginning })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1]
    const begun = resumed === undefined ? { at, beginning: rest } : unfinished.get(process)
    if (begun === undefined) continue
    const call = callOf(process, begun.at, `${begun.beginning}${resumed ?? ''}`)
    if (call !== null) calls.push(call)
  }
  return calls.toSorted((a, b) => a.endedAt - b.endedAt)
}

const callOf = (process: string, at: string, text: string): Call | null => {
  const [, name, path, parameters, result, seconds] =
    /^(\w+)\(\d+<(.*?)>(.*)\) += (-?\d+).*?<(\d+\.\d+)>$/.exec(text) ?? []
  if (name === undefined || path === undefined || Number(result) < 0) return null
  const startedAt = Number(at) * 1_000
  const times = { process, path, startedAt, endedAt: startedAt + Number(seconds) * 1_000 }
  if (syncs.includes(name)) return { ...times, name: 'sync', offset: 0, end: 0 }
  const offset = Number(/, (\d+)$/.exec(parameters ?? '')?.[1])
  if (name !== 'pwrite64' || Number.isNaN(offset)) return null
  return { ...times, name: 'write', offset, end: offset + Number(result) }
}

/** From `at` on, the log is on disk up to `position`. */
export type Mark = { at: number; position: number }

/**
 * The positions on disk after each sync. A sync covers the writes to its file that ended before the sync
 * began. `positionOf` returns the position in the log of an offset in a file, null for other files.
 */
export const marksOf = (
  calls: readonly Call[],
  positionOf: (path: string, offset: number) => number | null,
): Mark[] => {
  const writes = calls.filter(({ name }) => name === 'write')
  const marks: Mark[] = []
  let highest = 0
  for (const sync of calls) {
    if (sync.name !== 'sync' || positionOf(sync.path, 0) === null) continue
    for (const write of writes) {
      if (write.endedAt > sync.startedAt) break
      if (write.path !== sync.path) continue
      highest = Math.max(highest, positionOf(write.path, write.end) ?? 0)
    }
    marks.push({ at: sync.endedAt, position: highest })
  }
  return marks
}

/** An acknowledgement at a time, and the log position that must be on disk by then. */
export type Promised = { at: number; position: number }

/** Acknowledgements that were sent before their position was on disk. */
export const brokenPromises = (
  promises: readonly Promised[],
  marks: readonly Mark[],
): Promised[] => {
  const onDisk = (at: number): number =>
    marks.reduce((highest, mark) => (mark.at <= at ? Math.max(highest, mark.position) : highest), 0)
  return promises.filter(({ at, position }) => onDisk(at) < position)
}
