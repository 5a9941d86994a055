type Size = { width: number; height: number }
export type Box = Size & { left: number; top: number }
export type TourLayout = { panel: { left: number; top: number }; spot: Box | null }

const margin = 12
const gap = 14
const padding = 6
/** Minimum visible height of a highlighted area, in pixels. */
const minSpotPx = 16

/**
 * Positions of the panel and the highlight in the viewport. The panel is next to the area if there is room,
 * otherwise at the bottom, with the highlight on the visible rest of the area. It never covers the area.
 */
export const placeTour = (area: Box | null, panel: Size, viewport: Size): TourLayout => {
  const spot = area === null ? null : visiblePart(padded(area), viewport)
  if (spot === null) return { panel: centred(panel, viewport), spot: null }
  const beside = placesBeside(spot, panel, viewport).find((place) => fits(place, panel, viewport))
  if (beside !== undefined) return { panel: beside, spot }
  const place = {
    left: centred(panel, viewport).left,
    top: Math.max(margin, viewport.height - margin - panel.height),
  }
  const lit = { ...spot, height: Math.min(spot.height, place.top - gap - spot.top) }
  return { panel: place, spot: lit.height < minSpotPx ? null : lit }
}

const placesBeside = (spot: Box, panel: Size, viewport: Size) => {
  const left = within(spot.left, margin, viewport.width - margin - panel.width)
  const top = within(spot.top, margin, viewport.height - margin - panel.height)
  return [
    { left: spot.left + spot.width + gap, top },
    { left, top: spot.top + spot.height + gap },
    { left, top: spot.top - gap - panel.height },
    { left: spot.left - gap - panel.width, top },
  ]
}

const fits = (place: { left: number; top: number }, panel: Size, viewport: Size): boolean =>
  place.left >= margin &&
  place.top >= margin &&
  place.left + panel.width <= viewport.width - margin &&
  place.top + panel.height <= viewport.height - margin

const centred = (panel: Size, viewport: Size) => ({
  left: Math.max(0, (viewport.width - panel.width) / 2),
  top: Math.max(margin, (viewport.height - panel.height) / 2),
})

const padded = ({ left, top, width, height }: Box): Box => ({
  left: left - padding,
  top: top - padding,
  width: width + 2 * padding,
  height: height + 2 * padding,
})

const visiblePart = (box: Box, viewport: Size): Box | null => {
  const left = Math.max(box.left, padding)
  const top = Math.max(box.top, padding)
  const width = Math.min(box.left + box.width, viewport.width - padding) - left
  const height = Math.min(box.top + box.height, viewport.height - padding) - top
  return width < minSpotPx || height < minSpotPx ? null : { left, top, width, height }
}

const within = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high))
