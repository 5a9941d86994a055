/**
 * Draws the world map of /places from world-atlas (Natural Earth): src/features/places/world-map.json, with the path
 * of each country. Run `npm run map --workspace ./web` after a change.
 */
import { writeFileSync } from 'node:fs'
import { countries } from '@answerable/contracts/countries'
import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }

const width = 1000
const height = 458

type Shapes = GeoJSON.FeatureCollection<GeoJSON.Geometry, { name: string }>
type Topology = Parameters<typeof feature>[0]

const topology = atlas as unknown as Topology

/** Names of Natural Earth that differ from those of the site. */
const otherNames: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  eSwatini: 'SZ',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  Macedonia: 'MK',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  Turkey: 'TR',
  'United States of America': 'US',
  'W. Sahara': 'EH',
}

/** Natural Earth draws parts of these countries as areas of their own. */
const partsOf: Readonly<Record<string, string>> = { 'N. Cyprus': 'CY', Somaliland: 'SO' }

const codes = new Map(Object.entries(countries).map(([code, name]) => [name, code]))

const codeOf = (name: string): string => {
  const code = codes.get(name) ?? otherNames[name] ?? partsOf[name]
  if (code === undefined) throw new Error(`world-atlas has an unknown country: ${name}`)
  return code
}

// Without Antarctica, which no boycott concerns and which takes a fifth of the height.
const { countries: areas } = topology.objects
if (areas === undefined) throw new Error('world-atlas has no countries')
const shapes = (feature(topology, areas) as Shapes).features.filter(
  ({ properties }) => properties.name !== 'Antarctica',
)
const projection = geoEqualEarth().fitSize([width, height], {
  type: 'FeatureCollection',
  features: shapes,
})
const draw = geoPath(projection)

/** Whole numbers and relative lines: a third of the bytes. Islands smaller than a pixel vanish. */
const compact = (path: string): string =>
  path
    .split('Z')
    .map((ring) => {
      const points = [...ring.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)]
        .map(([, x, y]) => [Math.round(Number(x)), Math.round(Number(y))] as const)
        .filter(([x, y], at, all) => at === 0 || all[at - 1]?.[0] !== x || all[at - 1]?.[1] !== y)
      const [first, ...others] = points
      if (first === undefined || others.length < 3) return ''
      const steps = others.map(([x, y], at) => {
        const [fromX, fromY] = points[at] ?? first
        return `${x - fromX} ${y - fromY}`
      })
      return `M${first.join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-')
    })
    .join('')

const paths = new Map<string, string>()
for (const shape of shapes) {
  const code = codeOf(shape.properties.name)
  paths.set(code, (paths.get(code) ?? '') + compact(draw(shape) ?? ''))
}

const sorted = [...paths].toSorted(([one], [other]) => (one < other ? -1 : 1))
writeFileSync(
  new URL('../src/features/places/world-map.json', import.meta.url),
  `${JSON.stringify({ width, height, paths: Object.fromEntries(sorted) }, null, 2)}\n`,
)
