import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyProject } from '../tools/project-copy.ts'
import { type AreaName, areaNames, areas } from './areas.ts'

// Mutates the code of an area in a copy of the project, one mutation at a time, and counts those that its
// tests detect: npm run tool -- test-mutation passport

const lowestScore = 80
const report = 'mutation.json'

type Mutant = {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number; column: number } }
}
type Report = { files: Record<string, { mutants: readonly Mutant[] }> }

const selected = process.argv.slice(2)
const isArea = (name: string): name is AreaName => areaNames.some((one) => one === name)
if (selected.length === 0 || !selected.every(isArea)) {
  console.log(`Usage: npm run tool -- test-mutation ${areaNames.join(' | ')}`)
  process.exit(2)
}
const scores: string[] = []
for (const name of selected.filter(isArea)) {
  const { killed, survivors } = await measure(name)
  const all = killed + survivors.length
  const score = (100 * killed) / all
  for (const survivor of survivors) console.log(survivor)
  scores.push(`${name}: ${killed} of ${all} mutants killed, ${score.toFixed(1)} %`)
  if (!(score >= lowestScore)) process.exitCode = 1
}
for (const line of scores) console.log(line)

async function measure(name: AreaName) {
  const copy = await copyProject()
  try {
    await writeFile(join(copy.directory, 'vitest.mutation.config.ts'), vitestConfig(name))
    await writeFile(join(copy.directory, 'stryker.config.json'), strykerConfig(name))
    await run(copy.directory)
    const { files } = JSON.parse(await readFile(join(copy.directory, report), 'utf8')) as Report
    return readReport(files)
  } finally {
    await copy.remove()
  }
}

function run(directory: string): Promise<void> {
  const stryker = join(directory, 'node_modules/.bin/stryker')
  return new Promise((resolve, reject) => {
    const child = spawn(stryker, ['run'], {
      cwd: directory,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', () => resolve())
  })
}

/** Mutants that do not compile or contain no executed code say nothing about the tests. */
function readReport(files: Report['files']) {
  const survivors: string[] = []
  let killed = 0
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, mutatorName, replacement, location } of mutants) {
      if (status === 'Killed' || status === 'Timeout') killed += 1
      if (status !== 'Survived' && status !== 'NoCoverage') continue
      const { line, column } = location.start
      survivors.push(`${file}:${line}:${column} ${mutatorName}: ${replacement ?? ''}`)
    }
  }
  return { killed, survivors }
}

function vitestConfig(name: AreaName): string {
  const tests = areas[name].tests
  const include = tests.filter((pattern) => !pattern.startsWith('!'))
  const exclude = tests.filter((pattern) => pattern.startsWith('!')).map((text) => text.slice(1))
  const test = {
    environment: 'node',
    globalSetup: './tests/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include,
    exclude,
  }
  return `export default ${JSON.stringify({ test })}\n`
}

function strykerConfig(name: AreaName): string {
  return JSON.stringify({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // The copy is temporary, so Stryker may change it in place.
    inPlace: true,
    mutate: areas[name].mutate,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 10_000,
    disableTypeChecks: false,
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  })
}
