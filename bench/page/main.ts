import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { buildWebWhenNeeded, webDirectory } from '@answerable/site/web-build'
import { refuseUnknown } from '../selected-parts.ts'
import { measurePages, parts } from './measure.ts'
import { kilobytes, printRows } from './report.ts'
import { initialBytesOf, maxInitialBytes, readScripts } from './script-bytes.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Runs only these parts, for example --only loads,uses. */
    only: { type: 'string' },
    /** Lists the scripts and opens no browser. */
    scripts: { type: 'boolean', default: false },
  },
})

const selected = values.only?.split(',') ?? Object.keys(parts)
refuseUnknown(selected, Object.keys(parts))
await buildWebWhenNeeded((step) => console.log(`${step} …`))
const scripts = await readScripts(webDirectory)
if (values.scripts) {
  for (const { name, bytes, isInitial } of scripts) {
    console.log(`${kilobytes(bytes).padStart(10)}  ${isInitial ? 'initial' : 'later  '}  ${name}`)
  }
}
let missed = printRows('Scripts', [
  {
    what: 'initial JavaScript, brotli',
    values: [initialBytesOf(scripts)],
    write: kilobytes,
    bar: { is: 'at most', value: maxInitialBytes },
  },
])
if (!values.scripts) missed += await measurePages(Number(values.runs), selected)
console.log(`\nLoad average of the last minute: ${loadavg()[0]?.toFixed(1)}`)
console.log(missed === 0 ? 'All targets are met.' : `${missed} targets are missed.`)
process.exitCode = missed === 0 ? 0 : 1
