type AdSlotProps = { place: 'top' | 'bottom' | 'submission' }

/**
 * A place for advertising. The site is free of ads and promises so on its information pages: this renders and
 * loads nothing and takes no room.
 */
export const AdSlot = (_props: AdSlotProps) => null
