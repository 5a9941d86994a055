import { overturnAppeal, postAppeal, upholdAppeal } from '@answerable/contracts/appeals'
import { readModerationLog } from '@answerable/contracts/moderation-log'
import { declineNotice, postNotice } from '@answerable/contracts/notices'
import type { Viewer } from '@answerable/contracts/sessions'
import { readTransparency } from '@answerable/contracts/transparency'
import { until } from '@answerable/service-kit/testing/until'
import { withinOneDay } from '@answerable/service-kit/testing/within-one-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, callsOf } from './calls.ts'
import { addPerson, type ModerationSite, propose, startModerationSite } from './site.ts'

let site: ModerationSite
let admin: Viewer
let calls: Calls

beforeAll(async () => {
  site = await startModerationSite()
  admin = await addPerson(site, 'admin')
  calls = callsOf(site, admin)
})
afterAll(() => site.stop())

const appeal = async (id: string, author: Viewer): Promise<string> => {
  const body = { text: 'The source says so.' }
  await site.moderation.call(postAppeal, { params: { id }, body }, { viewer: author })
  return (await calls.review(id)).appeal?.id ?? ''
}

test('the figures of a month are those of the moderation log, with the outcomes of appeals and notices', async () => {
  await withinOneDay()
  const author = await addPerson(site)
  const [upheld, overturned, granted, open] = [
    await propose(site, { author }),
    await propose(site, { author }),
    await propose(site, { author }),
    await propose(site, { author }),
  ]
  for (const id of [upheld, overturned, granted, open])
    await calls.removeIt(id, { reasonCode: 'harassment' })
  const params = { id: await appeal(upheld, author) }
  await site.moderation.call(upholdAppeal, { params }, { viewer: admin })
  const other = { id: await appeal(overturned, author) }
  await site.moderation.call(overturnAppeal, { params: other }, { viewer: admin })
  // An approval grants the appeal, too. It can be removed again, and another appeal be made.
  await appeal(granted, author)
  await calls.approve(granted)
  await calls.removeIt(granted)
  await appeal(granted, author)
  await appeal(open, author)

  const notice = {
    ...{
      what: [`/boycott/${upheld}`],
      reasonCode: 'child-abuse' as const,
      goodFaith: true as const,
    },
    why: 'This is a notice about unlawful content.',
  }
  const posted = await site.moderation.call(postNotice, { body: notice })
  expect(posted.status).toBe(202)
  const { rows } = await site.owner.moderation.query<{ id: string }>('SELECT id FROM notices')
  const decline = {
    params: { id: rows[0]?.id ?? '' },
    body: { reasonCode: 'no-violation' as const },
  }
  await site.moderation.call(declineNotice, decline, { viewer: admin })

  const log = (await site.moderation.call(readModerationLog, { query: { limit: '50' } })).body
  const kinds = Map.groupBy(log, ({ kind, reasonCode }) => `${kind} ${reasonCode}`)
  const expected = Object.fromEntries([...kinds].map(([name, entries]) => [name, entries.length]))
  await until(async () => {
    const { body } = await site.catalog.call(readTransparency, {})
    expect(body).toHaveLength(1)
    const [month] = body
    const counted = month?.decisions.map((one) => [`${one.kind} ${one.reasonCode}`, one.count])
    expect(Object.fromEntries(counted ?? [])).toEqual(expected)
    expect(month?.decisions.reduce((sum, { count }) => sum + count, 0)).toBe(log.length)
    expect(month?.appeals).toEqual({ received: 5, upheld: 1, overturned: 2 })
    expect(month?.notices).toEqual([
      { reasonCode: 'child-abuse', outcome: 'declined', count: 1 },
      { reasonCode: 'child-abuse', outcome: 'received', count: 1 },
    ])
  })
})
