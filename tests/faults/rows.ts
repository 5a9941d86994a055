import type { EventsResult } from './events.ts'
import type { KillResult } from './kills.ts'
import type { NetworkResult } from './network.ts'
import type { NoticesResult } from './notices.ts'
import type { Table } from './print-table.ts'
import type { RollingResult } from './rolling.ts'
import type { PartName } from './site.ts'
import type { Findings } from './verify.ts'

/** Time from the kill until 99 % of new calls succeed. */
const backMilliseconds = (part: PartName): number => (part === 'postgres' ? 10_000 : 5_000)

const endMilliseconds = 10_000
const slowestMilliseconds = 6_000
const oldestMilliseconds = 60_000
const promptShare = 0.99

export const killsTable = (results: readonly KillResult[]): Table => ({
  headings: [
    ...['killed', 'times', 'acknowledged', 'lost', 'double', 'wrong numbers'],
    ...['site back, median', 'worst', 'limit', 'program back', 'page updated'],
  ],
  rows: [...Map.groupBy(results, ({ part }) => part)].map(([part, its]) => {
    const findings = its.map((result) => result.findings)
    const backs = its.map((result) => result.backAfterMilliseconds)
    const isBack = Math.max(...backs) <= backMilliseconds(part)
    return {
      cells: [
        part,
        its.length,
        findings.at(-1)?.acknowledged ?? 0,
        ...wrongOf(findings),
        seconds(median(backs)),
        seconds(Math.max(...backs)),
        seconds(backMilliseconds(part)),
        seconds(median(its.map((result) => result.partAfterMilliseconds))),
        seconds(median(its.map((result) => result.pageAfterMilliseconds))),
      ],
      isHeld: isBack && findings.every(isFlawless),
    }
  }),
})

/** Copies with one Message-ID are reported, not held against the site: SMTP cannot exclude them. */
export const noticesTable = (result: NoticesResult): Table => {
  const { comments, kills, notices, missing, unexpected, miscounted } = result
  const { mails, unmailed, twice, copies } = result
  return {
    headings: [
      ...['comments', 'kills', 'notices', 'missing', 'unexpected', 'wrong unread numbers'],
      ...['mails', 'mentions lost', 'in two mails', 'same Message-ID again'],
    ],
    rows: [
      {
        cells: [
          ...[comments, kills, notices, missing, unexpected, miscounted],
          ...[mails, unmailed, twice, copies],
        ],
        isHeld: missing + unexpected + miscounted + unmailed + twice === 0,
      },
    ],
  }
}

export const rollingTable = (results: readonly RollingResult[]): Table => ({
  headings: [
    ...['replaced', 'instances', 'calls', 'failed', 'pages cut', 'exit codes', 'slowest end'],
    ...['lost', 'double', 'wrong numbers'],
  ],
  rows: results.map((result) => {
    const { service, endings, samples, failures, cutPages, findings } = result
    return {
      cells: [
        service,
        endings.length,
        samples.length,
        failures || 0,
        cutPages,
        endings.map(({ code }) => code).join(' '),
        seconds(Math.max(...endings.map(({ milliseconds }) => milliseconds))),
        ...wrongOf([findings]),
      ],
      isHeld: isSmooth(result),
    }
  }),
})

const isSmooth = ({ endings, failures, cutPages, findings }: RollingResult): boolean =>
  failures === '' &&
  cutPages === 0 &&
  isFlawless(findings) &&
  endings.every(({ code, milliseconds }) => code === 0 && milliseconds < endMilliseconds)

export const networkTable = (results: readonly NetworkResult[]): Table => ({
  headings: [
    ...['part', 'trouble', 'feed within 2 s', 'max feed age', 'slowest call', 'breaches'],
    ...['back after', 'lost', 'double', 'wrong numbers'],
  ],
  rows: results.map((result) => ({
    cells: [
      result.part,
      result.trouble,
      `${(result.promptReads * 100).toFixed(1)} %`,
      seconds(result.oldestFeedMilliseconds),
      `${seconds(result.slowest.milliseconds)} (${result.slowest.what})`,
      result.breaches,
      seconds(result.backAfterMilliseconds),
      ...wrongOf([result.findings]),
    ],
    isHeld: verdictOf(result) === 'held',
  })),
})

/** 'held', or a list of the violations. */
export const verdictOf = (result: NetworkResult): string =>
  [
    result.promptReads >= promptShare ? null : 'the feed is slow',
    result.oldestFeedMilliseconds <= oldestMilliseconds ? null : 'the feed is outdated',
    result.slowest.milliseconds <= slowestMilliseconds ? null : 'calls take too long',
    result.breaches === 0 ? null : 'unauthorized calls succeed',
    isFlawless(result.findings) ? null : 'writes are wrong',
  ]
    .filter((what) => what !== null)
    .join(', ') || 'held'

export const eventsTable = ({ sent, wrong, milliseconds }: EventsResult): Table => ({
  headings: ['events', 'wrong names', 'settled after'],
  rows: [{ cells: [sent, wrong, seconds(milliseconds)], isHeld: wrong === 0 }],
})

const isFlawless = ({ lost, double, drift }: Findings): boolean =>
  lost.length + double.length + drift.length === 0

const wrongOf = (findings: readonly Findings[]): number[] =>
  (['lost', 'double', 'drift'] as const).map((kind) =>
    Math.max(0, ...findings.map((each) => each[kind].length)),
  )

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
