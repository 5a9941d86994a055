import { expect } from '@playwright/test'
import { boycott } from '../page-parts.ts'
import { test } from './test.ts'

// Section 3 of the specification: the fields of each response, in addition to those of the design.

const submissionFields = [
  'id',
  'targetName',
  'location',
  'category',
  'reasons',
  'sources',
  'embedUrl',
  'embedType',
  'authorId',
  'score',
  'superBoost',
  'flagged',
  'approved',
  'createdAt',
  'author',
  'commentCount',
  'userVote',
]

test('responses have the fields of section 3: user, submission, comment, geolocation, stats, flagged', async ({
  page,
  signIn,
  becomeAdmin,
}) => {
  const read = async (path: string) => (await page.request.get(path)).json()
  const { id } = await boycott(page.request, 'Nestlé')

  const submission = await read(`/api/boycotts/${id}`)
  expect(Object.keys(submission)).toEqual(expect.arrayContaining(submissionFields))
  expect(submission.author).toEqual({ username: expect.any(String) })
  expect(submission.userVote).toBe(null)
  const [listed] = await read('/api/boycotts?page=1&limit=1&sort=top')
  expect(Object.keys(listed)).toEqual(expect.arrayContaining(submissionFields))
  const [comment] = await read(`/api/boycotts/${id}/comments`)
  expect(comment).toMatchObject({
    id: expect.any(String),
    content: expect.any(String),
    createdAt: expect.any(String),
    author: { username: expect.any(String) },
  })
  expect(await read('/api/auth/geolocation')).toEqual({
    geolocation: { isAllowed: true, jurisdiction: 'unknown', country: 'Unknown' },
    config: { allowedJurisdictions: ['global'] },
  })

  const email = await signIn(page)
  expect((await read('/api/auth/me')).user).toMatchObject({
    email,
    username: expect.any(String),
    isAdmin: false,
  })
  await page.request.post(`/api/boycotts/${id}/flag`, { data: { reason: 'To be looked at.' } })

  await becomeAdmin(page)
  for (const name of ['totalSubmissions', 'pendingReview', 'totalUsers', 'flaggedContent']) {
    expect((await read('/api/admin/stats'))[name]).toEqual(expect.any(Number))
  }
  const [flagged] = await read('/api/admin/flagged')
  expect(Object.keys(flagged)).toEqual(expect.arrayContaining([...submissionFields, 'flagCount']))
})
