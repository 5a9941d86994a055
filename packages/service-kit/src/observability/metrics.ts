export type Labels<Label extends string> = Readonly<Record<Label, string>>

export type Definition<Label extends string> = {
  /** As Prometheus names things: answerable_…, with the unit, a counter ending in _total. */
  readonly name: string
  readonly help: string
  /** Only what has few values: never an id, a path or an address. */
  readonly labels?: readonly Label[]
}

/** A figure as it is now, or several told apart by their labels. */
export type Reading<Label extends string> =
  | number
  | readonly { readonly labels: Labels<Label>; readonly value: number }[]

/** What one service counts and measures. */
export type Metrics = {
  /** `known` are labels that are there with 0 from the start, so that their first increment counts as one. */
  counter: <Label extends string = never>(
    definition: Definition<Label> & { readonly known?: readonly Labels<Label>[] },
  ) => (labels: Labels<Label>, by?: number) => void
  /** Counted elsewhere; asked at every reading. */
  total: <Label extends string = never>(
    definition: Definition<Label>,
    read: () => Reading<Label>,
  ) => void
  /** `bounds` are the upper ones of the buckets. */
  histogram: <Label extends string = never>(
    definition: Definition<Label> & { readonly bounds: readonly number[] },
  ) => (labels: Labels<Label>, value: number) => void
  /** Asked at every reading; when it throws, the figure is left out. */
  gauge: <Label extends string = never>(
    definition: Definition<Label>,
    read: () => Reading<Label> | Promise<Reading<Label>>,
  ) => void
}

const ignore = (): void => {}

/** Where nobody watches. */
export const noMetrics: Metrics = {
  counter: () => ignore,
  total: ignore,
  histogram: () => ignore,
  gauge: ignore,
}
