import { countryName } from '@answerable/contracts/countries'
import { countryPath } from '@answerable/contracts/pages'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { counted, plain } from '../../ui/figures.ts'
import { levelOf, levelsUpTo } from './map-levels.ts'
import map from './world-map.json'

export type CountryCount = { country: string; boycotts: number; businesses: number }

const shapes: readonly (readonly [country: string, path: string])[] = Object.entries(map.paths)

/** Countries by their number of boycotts. Those with any are links; the arrow keys move between them. */
export const WorldMap = ({ counts }: { counts: readonly CountryCount[] }) => {
  const byCountry = new Map(counts.map(({ country, boycotts }) => [country, boycotts]))
  const levels = levelsUpTo(Math.max(0, ...byCountry.values()))
  const linked = shapes.filter(([country]) => (byCountry.get(country) ?? 0) > 0)
  const [current, setCurrent] = useState<string>()
  const tabStop = linked.some(([country]) => country === current) ? current : linked[0]?.[0]
  return (
    <figure className="world-map">
      {/* biome-ignore lint/a11y/useSemanticElements: a map is no fieldset */}
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="group"
        aria-label="World map of boycotts. The table has the same numbers."
        onKeyDown={moveFocus}
      >
        {shapes.map(([country, path]) => {
          const count = byCountry.get(country) ?? 0
          if (count === 0) return <path key={country} d={path} />
          return (
            <Link
              key={country}
              to={countryPath(country)}
              className={`map-level-${levelOf(levels, count)}`}
              aria-label={`${countryName(country)}: ${counted(count, 'boycott')}`}
              tabIndex={country === tabStop ? 0 : -1}
              onFocus={() => setCurrent(country)}
            >
              <title>{`${countryName(country)}: ${counted(count, 'boycott')}`}</title>
              <path d={path} />
            </Link>
          )
        })}
      </svg>
      {levels.length > 0 && (
        <figcaption className="map-legend figure">
          <span>Boycotts:</span>
          <Swatch level={0}>none</Swatch>
          {levels.map(({ from, to }, at) => (
            <Swatch key={from} level={at + 1}>
              {from === to ? plain(from) : `${plain(from)} to ${plain(to)}`}
            </Swatch>
          ))}
        </figcaption>
      )}
    </figure>
  )
}

const Swatch = ({ level, children }: { level: number; children: string }) => (
  <span className="map-swatch">
    <svg viewBox="0 0 10 10" aria-hidden="true" className={`map-level-${level}`}>
      <path d="M0 0h10v10H0z" />
    </svg>
    {children}
  </span>
)

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

const moveFocus = (event: KeyboardEvent<SVGSVGElement>): void => {
  const links = [...event.currentTarget.querySelectorAll<SVGAElement>('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  const step = steps[event.key]
  if (at === -1 || step === undefined) return
  event.preventDefault()
  links[(at + step + links.length) % links.length]?.focus()
}
