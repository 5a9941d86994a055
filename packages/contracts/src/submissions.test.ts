import { expect, test } from 'vitest'
import { pageSize } from './paging.ts'
import { pathOf } from './route.ts'
import {
  categories,
  listSubmissions,
  readSubmission,
  sorts,
  submissionId,
  submitBoycott,
} from './submissions.ts'

test('a page has 30 submissions, and the orders are hot, new and top', () => {
  expect(pageSize).toBe(30)
  expect(sorts).toEqual(['hot', 'new', 'top'])
})

test('the feed starts at page 1 in the hot order', () => {
  expect(listSubmissions.query.parse({})).toEqual({ page: 1, limit: 30, sort: 'hot' })
})

test('an unknown page, limit, order or parameter is refused', () => {
  const bad = [
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '1e3' },
    { page: '100001' },
    { limit: '0' },
    { limit: '51' },
    { sort: 'best' },
    { sort: 'HOT' },
    { other: '1' },
    { page: ['1', '2'] },
  ]
  for (const query of bad) {
    expect.soft(listSubmissions.query.safeParse(query).success, JSON.stringify(query)).toBe(false)
  }
})

test('an id has 8 characters, digits and letters', () => {
  expect(submissionId.safeParse('a1B2c3D4').success).toBe(true)
  for (const id of ['a1B2c3D', 'a1B2c3D45', 'a1B2c3D-', 'a1B2c3D4\n']) {
    expect(submissionId.safeParse(id).success).toBe(false)
  }
})

test('the categories are those of the select, with their labels', () => {
  expect(categories).toEqual({
    business: 'Business/Company',
    product: 'Product',
    service: 'Service',
    brand: 'Brand',
    organization: 'Organization',
    platform: 'Platform/App',
    media: 'Media/Entertainment',
    'food-beverage': 'Food & Beverage',
    technology: 'Technology',
    fashion: 'Fashion',
    other: 'Other',
  })
})

test('authorId, score, flagged, approved and createdAt are not accepted as input', () => {
  const valid = { targetName: 'A', location: 'B', reasons: 'C' }
  expect(submitBoycott.body.safeParse(valid).success).toBe(true)
  for (const name of ['authorId', 'score', 'flagged', 'approved', 'createdAt', '__proto__x']) {
    expect(submitBoycott.body.safeParse({ ...valid, [name]: 1 }).success).toBe(false)
  }
})

test('a path is filled in with parameters and query', () => {
  expect(pathOf(readSubmission, { params: { id: 'a1B2c3D4' } })).toBe('/api/boycotts/a1B2c3D4')
  expect(pathOf(readSubmission, { params: { id: '../x' } })).toBe('/api/boycotts/..%2Fx')
  expect(pathOf(listSubmissions, { query: { page: '2', sort: undefined } })).toBe(
    '/api/boycotts?page=2',
  )
})
