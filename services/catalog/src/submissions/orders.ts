import type { Sort } from '@answerable/contracts/submissions'

/** An order of the feed, down to the last tie; each has a partial index. */
export type Order = {
  name: Sort
  by: string
  /** The columns that determine a row's position in the order. */
  columns: readonly string[]
  /** The same, as an index holds it. */
  selected: string
  /** Whether a row is this one or behind it; its columns are parameters from number `first` on. */
  notBefore: (first: number) => string
}

const strength = '(score + super_boost)'

export const orders: Readonly<Record<Sort, Order>> = {
  hot: {
    name: 'hot',
    by: 'hot DESC, id',
    columns: ['hot', 'id'],
    selected: 'hot, id',
    notBefore: (first) =>
      `hot <= $${first}::float8 AND (hot < $${first}::float8 OR id >= $${first + 1})`,
  },
  new: {
    name: 'new',
    by: 'created_at DESC, id',
    columns: ['created_at', 'id'],
    selected: 'created_at, id',
    notBefore: (first) =>
      `created_at <= $${first}::timestamptz
       AND (created_at < $${first}::timestamptz OR id >= $${first + 1})`,
  },
  top: {
    name: 'top',
    by: `${strength} DESC, created_at DESC, id`,
    columns: [strength, 'created_at', 'id'],
    selected: 'score, super_boost, created_at, id',
    notBefore: (first) =>
      `${strength} <= $${first}::integer AND (${strength} < $${first}::integer
         OR created_at <= $${first + 1}::timestamptz
         AND (created_at < $${first + 1}::timestamptz OR id >= $${first + 2}))`,
  },
}
