import type { Options } from 'k6/options'
import { fillFeed } from './traffic/content.ts'
import { visit } from './traffic/reading.ts'
import { rateOr, seconds } from './traffic/settings.ts'
import { reported } from './traffic/summary.ts'

// Visitors read the page, the feed, submissions and their comments. RATE is the number of visits per
// second.

const visitsPerSecond = rateOr(10)

export const options: Options = {
  scenarios: {
    visits: {
      executor: 'constant-arrival-rate',
      exec: 'browse',
      rate: visitsPerSecond,
      timeUnit: '1s',
      duration: `${seconds}s`,
      preAllocatedVUs: visitsPerSecond * 4,
      maxVUs: visitsPerSecond * 10,
    },
  },
  thresholds: {
    'http_req_duration{name:page}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:feed}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:feed again}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:submission}': ['p(95)<200', 'p(99)<1000'],
    'http_req_duration{name:comments}': ['p(95)<200', 'p(99)<1000'],
    http_req_failed: ['rate<0.001'],
    dropped_iterations: [`count<${Math.ceil(visitsPerSecond * seconds * 0.01)}`],
  },
  summaryTrendStats: ['count', 'med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
}

export const setup = fillFeed

export const browse = (): void => visit()

export const handleSummary = reported('browse')
