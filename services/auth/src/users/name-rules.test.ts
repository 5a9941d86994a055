import { expect, test } from 'vitest'
import { adjectives, animals } from '../users/words.ts'
import { isReserved, skeletonOf } from './name-rules.ts'

test.each([
  'Admin',
  'Adm1n',
  'adrnin',
  'AdmInistrator',
  'site-admin',
  'a-d-m-i-n',
  'the-ad-min',
  'ad_m1n-2',
  'the-moderators',
  'M0derator',
  'm0d3r4tor',
  'official-answerable',
  '0fficial',
  'officlal-news',
  'my-answerable',
  'supp0rt_desk',
  'customer-support',
  'st4ff',
  'security-desk',
  'mod',
  'M0D-7',
  'Mod1',
  'team-10',
  'System0',
  'ask-the-mods',
  'teammate-of-team-2',
  'unknown',
  'Null',
  'UndefIned',
])('%s is reserved', (name) => expect(isReserved(name)).toBe(true))

test.each([
  'modern-times',
  'glad-mink-5378',
  'steamboat',
  'helpful-heron',
  'beetroot-7',
  'landowner',
  'ecosystem',
  'annulled',
  'Rosa-Parks_55',
])('%s is not', (name) => expect(isReserved(name)).toBe(false))

test('generated names are not reserved and do not resemble each other', () => {
  for (const words of [adjectives, animals]) {
    expect(new Set(words.map(skeletonOf)).size).toBe(words.length)
  }
  const reserved = adjectives.flatMap((adjective) =>
    animals.map((animal) => `${adjective}-${animal}`).filter(isReserved),
  )
  expect(reserved).toEqual([])
})
