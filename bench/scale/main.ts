import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { observeOtherPrograms } from '../other-programs.ts'
import { median } from '../page/statistics.ts'
import { refuseUnknown } from '../selected-parts.ts'
import { keepRows, machine } from '../speed/report.ts'
import { seedMembers } from '../speed/seed.ts'
import { startStack } from '../speed/stack.ts'
import { drawPanels, type Panel } from './drawing.ts'
import { type Part, partNames, partsOf } from './parts.ts'

const { values: options } = parseArgs({
  options: {
    /** Runs only these parts, for example --only voters,sockets, and draws no charts. */
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
})

const startedAt = performance.now()
const progress = (step: string): void => {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  process.stderr.write(`${String(seconds).padStart(5)} s  ${step}\n`)
}
// The started processes do not keep this one alive.
const awake = setInterval(() => {}, 1_000)

/** Notes about other programs, by part. */
const busy: Record<string, string> = {}

/** The median of the runs for each amount. Amounts that the machine cannot run are reported and left out. */
const sweep = async (name: string, { amounts, valuesAt, ...part }: Part): Promise<Panel> => {
  const points: Panel['points'][number][] = []
  const endObservation = observeOtherPrograms()
  for (const at of amounts) {
    progress(`${name}: ${at.toLocaleString('en')}`)
    const values: number[] = []
    try {
      while (values.length < Number(options.runs)) values.push(...(await valuesAt(at)))
      points.push({ at, value: median(values) })
    } catch (error) {
      console.error(`${at.toLocaleString('en')} ${name} could not be measured:`, error)
    }
  }
  const note = endObservation()
  if (note !== null) busy[name] = note
  return { ...part, points }
}

const selected = options.only?.split(',')
refuseUnknown(selected, partNames)
progress('Starting the site')
const stack = await startStack()
const panels: Panel[] = []
try {
  await seedMembers(stack)
  const parts = partsOf(stack, Number(options.seconds))
  for (const name of partNames) {
    if (!(selected?.includes(name) ?? true)) continue
    const panel = await sweep(name, parts[name])
    if (panel.points.length > 0) panels.push(panel)
  }
} finally {
  await stack.stop()
  clearInterval(awake)
}

for (const { title, across, unit, points } of panels) {
  console.log(`\n${title} (${unit}) by ${across}`)
  for (const { at, value } of points)
    console.log(`${at.toLocaleString('en').padStart(12)}  ${value.toFixed(1)}`)
}
for (const [name, note] of Object.entries(busy)) console.log(`${name}: ${note}`)
const { processor, cores, node, load } = machine()
console.log(
  `\n${cores} × ${processor}, Node ${node}, load ${load.toFixed(1)}\n${keepRows('scale', { panels, busy })}`,
)
if (options.only === undefined) {
  const picture = join(import.meta.dirname, '../../docs/scale.svg')
  writeFileSync(picture, drawPanels(panels))
  console.log(picture)
}
