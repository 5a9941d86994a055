import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// Removes the `engines` of optional packages from the lock file. npm leaves out an optional package whose
// engines exclude the machine's Node, but the scripts run on the packaged Node, which needs its binaries.

type Locked = { optional?: boolean; engines?: unknown }

const file = join(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Locked> }
const trimmed = Object.values(lock.packages).filter(
  ({ optional, engines }) => optional === true && engines !== undefined,
)
for (const locked of trimmed) delete locked.engines
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`Removed the engines of ${trimmed.length} optional packages.\n`)
