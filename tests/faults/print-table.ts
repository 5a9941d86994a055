export type Table = {
  headings: readonly string[]
  rows: readonly { cells: readonly (string | number)[]; isHeld: boolean }[]
}

/** Prints a table with a verdict after each row; returns the number of rows that miss their bar. */
export const printTable = (title: string, { headings, rows }: Table): number => {
  const lines = [
    [...headings, ''],
    ...rows.map(({ cells, isHeld }) => [...cells.map(String), isHeld ? '✓' : '✗']),
  ]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  console.log(`\n${title}`)
  for (const cells of lines) {
    const [first = '', ...rest] = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log([first, ...rest].join('  '))
  }
  console.log()
  return rows.filter(({ isHeld }) => !isHeld).length
}
