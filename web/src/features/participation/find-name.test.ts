import type { OwnBoycott } from '@answerable/contracts/participation'
import { expect, test } from 'vitest'
import { aSubmission } from '../../testing/submissions.ts'
import { findName } from './find-name.ts'

const boycott: OwnBoycott = {
  submission: aSubmission({
    targetName: 'Nestlé S.A.',
    business: { id: 'bbbbbbbb', slug: 'nestle', name: 'Nestlé' },
  }),
  joinedAt: '2026-11-01T10:00:00.000Z',
  aliases: ['Nestle Group'],
  owned: [{ id: 'cccccccc', slug: 'kitkat', name: 'KitKat', aliases: ['Kit Kat Chunky'] }],
}

test.each([
  ['nestle', { name: 'Nestlé S.A.', ownedBy: null }],
  ['GROUP', { name: 'Nestle Group', ownedBy: null }],
  [' kitkat ', { name: 'KitKat', ownedBy: 'Nestlé' }],
  ['chunky', { name: 'Kit Kat Chunky', ownedBy: 'Nestlé' }],
  ['Mars', null],
])('a search for %j finds names without regard to case and accents', (text, found) => {
  expect(findName(boycott, text)).toEqual(found)
})
