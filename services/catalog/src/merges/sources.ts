/** Joins two lists of sources, one a line, without those that the first list contains. */
export const joinSources = (first: string | null, second: string | null): string | null => {
  const lines = linesOf(first)
  const known = new Set(lines.flatMap((line) => [line, ...linksIn(line)]))
  const added = linesOf(second).filter((line) => {
    if (known.has(line)) return false
    known.add(line)
    return true
  })
  if (added.length === 0) return first
  return [...(first === null ? [] : [first.trimEnd()]), ...added].join('\n')
}

const linesOf = (sources: string | null): string[] =>
  (sources ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

const linksIn = (line: string): readonly string[] => line.match(/https?:\/\/\S+/g) ?? []
