import type { Definition, Labels } from './metrics.ts'

/** One number as the registry takes it. */
type Sample = { labels: Record<string, string | number>; value: number; metricName?: string }

/** A metric as the registry takes it, read when Prometheus asks. */
export type Series<Label extends string> = {
  add: (labels: Labels<Label>, value: number) => void
  metric: {
    name: string
    get: () => Promise<{
      name: string
      help: string
      type: string
      aggregator: string
      values: Sample[]
    }>
  }
}

/**
 * Counts in plain numbers: a tenth of what the client's own metrics cost, which stand in the way of every
 * request.
 */
export const counterSeries = <Label extends string>(
  definition: Definition<Label>,
): Series<Label> => {
  const cells = cellsOf(definition, () => ({ total: 0 }))
  return {
    add: (labels, by) => {
      cells.at(labels).total += by
    },
    metric: metricOf(definition, 'counter', () =>
      cells.all().map(({ labels, cell }) => ({ labels, value: cell.total })),
    ),
  }
}

export const histogramSeries = <Label extends string>(
  definition: Definition<Label> & { readonly bounds: readonly number[] },
): Series<Label> => {
  const { name, bounds } = definition
  const cells = cellsOf(definition, () => ({
    counts: new Array<number>(bounds.length + 1).fill(0),
    sum: 0,
  }))
  const samples = (labels: Labels<Label>, { counts, sum }: { counts: number[]; sum: number }) => {
    let count = 0
    const buckets = counts.map((inBucket, index): Sample => {
      count += inBucket
      const le = bounds[index] ?? '+Inf'
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  return {
    add: (labels, value) => {
      const cell = cells.at(labels)
      let index = 0
      while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1
      cell.counts[index] = (cell.counts[index] ?? 0) + 1
      cell.sum += value
    },
    metric: metricOf(definition, 'histogram', () =>
      cells.all().flatMap(({ labels, cell }) => samples(labels, cell)),
    ),
  }
}

/** Something for each combination of labels; without labels there is one from the start. */
const cellsOf = <Label extends string, Cell>(
  { labels: names = [] }: Definition<Label>,
  create: () => Cell,
) => {
  const cells = new Map<string, { labels: Labels<Label>; cell: Cell }>()
  const keyOf = (labels: Labels<Label>): string => {
    let key = ''
    for (const name of names) key += `${labels[name]}\n`
    return key
  }
  const at = (labels: Labels<Label>): Cell => {
    const key = keyOf(labels)
    const known = cells.get(key)
    if (known !== undefined) return known.cell
    const cell = create()
    cells.set(key, { labels, cell })
    return cell
  }
  if (names.length === 0) at({} as Labels<Label>)
  return { at, all: () => [...cells.values()] }
}

const metricOf = <Label extends string>(
  { name, help }: Definition<Label>,
  type: string,
  values: () => Sample[],
): Series<Label>['metric'] => ({
  name,
  get: async () => ({ name, help, type, aggregator: 'sum', values: values() }),
})
