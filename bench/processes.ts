import { readdirSync, readFileSync } from 'node:fs'

/** A process from its line in /proc. The processor seconds include its ended children. */
type Process = { id: number; parent: number; seconds: number }

export const ticksPerSecond = 100

export const readProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseProcess(readFileSync(`/proc/${name}/stat`, 'utf8'))]
      } catch (error) {
        // The process ended after the directory was read.
        if (isGone(error)) return []
        throw error
      }
    })

/** Parses the text of /proc/PID/stat. The name may contain anything, so fields are counted after it. */
export const parseProcess = (stat: string): Process => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Its own time in user and kernel mode, and that of its ended children.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return {
    id: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    seconds: ticks / ticksPerSecond,
  }
}

/** A process and all of its running descendants. */
export const familyOf = (processes: readonly Process[], root: number): Process[] => {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const below = (id: number): Process[] =>
    (children.get(id) ?? []).flatMap((child) => [child, ...below(child.id)])
  return [...processes.filter(({ id }) => id === root), ...below(root)]
}

export const familySeconds = (processes: readonly Process[], root: number): number =>
  familyOf(processes, root).reduce((sum, { seconds }) => sum + seconds, 0)

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')
