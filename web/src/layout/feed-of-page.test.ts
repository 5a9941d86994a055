import { expect, test } from 'vitest'
import { feedOfPage } from './feed-of-page.ts'

test.each([
  ['/', '/feeds/hot.atom'],
  ['/?sort=top&page=3', '/feeds/top.atom'],
  ['/?country=FR', '/feeds/countries/FR.atom'],
  ['/?sort=new&category=brand', '/feeds/categories/brand.atom'],
  ['/?country=FR&category=brand', '/feeds/hot.atom'],
  ['/boycott/a1B2c3D4', '/feeds/boycotts/a1B2c3D4.atom'],
  ['/businesses/caf%C3%A9', '/feeds/businesses/caf%C3%A9.atom'],
  ['/businesses', '/feeds/new.atom'],
  ['/businesses/acme/claim', '/feeds/new.atom'],
  ['/places/FR', '/feeds/countries/FR.atom'],
  ['/moderation-log', '/feeds/moderation-log.atom'],
  ['/impact', '/feeds/impact.atom'],
  ['/about', '/feeds/new.atom'],
])('the feed of %s is %s', (address, feed) => {
  const [path = '', search = ''] = address.split('?')
  expect(feedOfPage(path, search).path).toBe(feed)
})
