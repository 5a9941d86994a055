import lighthouse from 'lighthouse'
import { recordUntilShown } from './patient-recording.ts'

/** Lighthouse's result for one load of a page on its simulated phone. */
export type Audit = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds. */
  largestPaint: number
  /** Milliseconds. */
  blocked: number
  layoutShift: number
  /** Transferred bytes, headers included. */
  bytes: number
  /** Lighthouse's benchmark index of the machine; its figures assume about 1,000 to 1,500. */
  machine: number
  /** The audits that lowered the score. */
  complaints: string[]
}

type Options = {
  /** Port of Chromium's debugger. */
  port: number
  /** Selects an element that opens by itself later and belongs to the load. */
  opensLater?: string | undefined
}

/** Loads a page as a first visit. */
export const audit = async (url: string, { port, opensLater }: Options): Promise<Audit> => {
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    },
    opensLater === undefined ? undefined : recordUntilShown(opensLater),
  )
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
  const { categories, audits, environment, runtimeError } = result.lhr
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
  const points = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100)
  const figure = (name: string): number => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`Lighthouse did not measure ${name} for ${url}`)
    return value
  }
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    bestPractices: points('best-practices'),
    seo: points('seo'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    bytes: figure('total-byte-weight'),
    machine: environment.benchmarkIndex,
    complaints: Object.values(categories).flatMap((category) =>
      category.auditRefs
        .filter(({ id, weight }) => weight > 0 && isBelowFull(audits[id]?.score))
        .map(({ id }) => `${category.id}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`),
    ),
  }
}

const isBelowFull = (score: number | null | undefined): boolean =>
  typeof score === 'number' && score < 0.9
