type AdSlotProps = { place: 'top' | 'bottom' | 'submission' }

/**
 * Marks a place where pages of this kind carry advertising. The site is free of ads and promises so on
 * its information pages: nothing is rendered, nothing loaded, and no room is kept.
 */
export const AdSlot = (_props: AdSlotProps) => null
