import type { TransparencyMonth } from '@answerable/contracts/transparency'
import type { FigureRow } from './store.ts'

/** The months of figures, in their order. */
export const monthsOf = (rows: readonly FigureRow[]): TransparencyMonth[] =>
  [...Map.groupBy(rows, ({ month }) => month)].map(([month, figures]) => monthOf(month, figures))

const monthOf = (month: string, rows: readonly FigureRow[]): TransparencyMonth => {
  const of = (figure: FigureRow['figure']) => rows.filter((row) => row.figure === figure)
  const numberOf = (figure: FigureRow['figure'], kind = ''): number | null =>
    rows.find((row) => row.figure === figure && row.kind === kind)?.value ?? null
  return {
    month,
    flags: numberOf('flags'),
    decisions: of('decisions').map(({ kind, reason, value }) => ({
      kind: kind as Decisions['kind'],
      reasonCode: reason === '' ? null : (reason as Decisions['reasonCode']),
      count: value,
    })),
    medianHours: numberOf('median-hours'),
    mediansByKind: of('median-hours')
      .filter(({ kind }) => kind !== '')
      .map(({ kind, value }) => ({ kind: kind as Decisions['kind'], hours: value })),
    appeals: {
      received: numberOf('appeals', 'received') ?? 0,
      upheld: numberOf('appeals', 'upheld') ?? 0,
      overturned: numberOf('appeals', 'overturned') ?? 0,
    },
    votes: {
      held: numberOf('held'),
      released: numberOf('released') ?? 0,
      voided: numberOf('voided') ?? 0,
    },
    notices: of('notices').map(({ kind, reason, value }) => ({
      reasonCode: reason as Notices['reasonCode'],
      outcome: kind as Notices['outcome'],
      count: value,
    })),
    responses: numberOf('responses') ?? 0,
  }
}

type Decisions = TransparencyMonth['decisions'][number]
type Notices = TransparencyMonth['notices'][number]
