import type { Period } from '@answerable/contracts/submissions'

export const periodLabels = {
  day: 'Past day',
  week: 'Past week',
  month: 'Past month',
  year: 'Past year',
} as const satisfies Record<Exclude<Period, 'all'>, string>
