export type Labels<Label extends string> = Readonly<Record<Label, string>>

export type Definition<Label extends string> = {
  /** Prometheus style: answerable_…, with the unit; counters end in _total. */
  readonly name: string
  readonly help: string
  /** Labels with few values: never an id, a path or an address. */
  readonly labels?: readonly Label[]
}

/** A value, or several with different labels. */
export type Reading<Label extends string> =
  | number
  | readonly { readonly labels: Labels<Label>; readonly value: number }[]

/** The metrics of one service: a thin layer, so that prom-client is loaded only if metrics are on. */
export type Metrics = {
  /** The label sets in `known` start at 0, so that their first increment shows as a change. */
  counter: <Label extends string = never>(
    definition: Definition<Label> & { readonly known?: readonly Labels<Label>[] },
  ) => (labels: Labels<Label>, by?: number) => void
  /** A counter maintained elsewhere; read at every scrape. */
  total: <Label extends string = never>(
    definition: Definition<Label>,
    read: () => Reading<Label>,
  ) => void
  /** `bounds` are the upper bounds of the buckets. */
  histogram: <Label extends string = never>(
    definition: Definition<Label> & { readonly bounds: readonly number[] },
  ) => (labels: Labels<Label>, value: number) => void
  /** Read at every scrape; left out if it throws. */
  gauge: <Label extends string = never>(
    definition: Definition<Label>,
    read: () => Reading<Label> | Promise<Reading<Label>>,
  ) => void
}

const ignore = (): void => {}

/** Used if metrics are off. */
export const noMetrics: Metrics = {
  counter: () => ignore,
  total: ignore,
  histogram: () => ignore,
  gauge: ignore,
}
