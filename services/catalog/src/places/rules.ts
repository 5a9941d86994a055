/** A text that is typed into a field for places. */
export type PlaceQuery = {
  /** The beginning of a name, or with `area` a whole name. */
  name: string
  /** The beginning of the name of a country or region around it; null without a comma. */
  area: string | null
}

/** 'Berlin, State of Berlin, Ger' looks for Berlin in an area whose name begins with 'Ger'. */
export const placeQueryOf = (text: string): PlaceQuery => {
  const [name = '', ...areas] = text.split(/[,،、，]/)
  const area = areas.findLast((part) => part.trim() !== '')
  return { name, area: area ?? null }
}
