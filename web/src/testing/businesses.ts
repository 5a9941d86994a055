import type { Business, BusinessDetail } from '@answerable/contracts/businesses'

/** A business with default values, except the given ones. */
export const aBusiness = (given: Partial<Business> = {}): Business => ({
  id: 'bbbbbbbb',
  slug: 'nestle',
  name: 'Nestlé',
  kind: 'food-beverage',
  country: 'CH',
  website: 'nestle.com',
  boycottCount: 2,
  participantCount: 0,
  version: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
  ...given,
})

export const detailOf = (
  business: Business,
  given: Partial<BusinessDetail> = {},
): BusinessDetail => ({
  ...business,
  aliases: ['Nestle SA'],
  parent: null,
  owned: [],
  ownedCount: 0,
  verifiedDomain: null,
  responses: [],
  statuses: { proposed: 2 },
  ...given,
})
