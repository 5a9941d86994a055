import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyProject } from '../tools/project-copy.ts'
import { defences } from './all.ts'
import { type Defence, patternOf } from './defence.ts'

// Takes each defence away in turn, in a copy of the project, and expects its test to fail:
// npm run test:defences, or of some threats only: npm run test:defences -- passport

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const asked = defences.filter(
  ({ threat, file }) =>
    words.length === 0 || words.some((word) => `${threat} ${file}`.toLowerCase().includes(word)),
)
const outcomes: string[] = []
const copy = await copyProject()
const report = join(copy.directory, 'defence.json')
try {
  for (const defence of asked) {
    const outcome = await takeAway(defence)
    outcomes.push(outcome)
    console.log(`${outcome === 'noticed' ? '✓' : '✗'} ${defence.threat}: ${outcome}`)
    console.log(`    ${defence.test.file}: ${defence.test.name}`)
  }
} finally {
  await copy.remove()
}
const noticed = outcomes.filter((outcome) => outcome === 'noticed').length
console.log(
  `\n${noticed} of ${asked.length} defences are covered: removing each one fails its test`,
)
process.exitCode = noticed === asked.length && noticed > 0 ? 0 : 1

async function takeAway({ file, from, to, test }: Defence): Promise<string> {
  const path = join(copy.directory, file)
  const original = await readFile(path, 'utf8')
  const [before, after, ...rest] = original.split(from)
  if (before === undefined || after === undefined || rest.length > 0) return 'no longer applies'
  await writeFile(path, before + to + after)
  try {
    return await judge(test)
  } finally {
    await writeFile(path, original)
  }
}

type Report = {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

async function judge(test: Defence['test']): Promise<string> {
  await rm(report, { force: true })
  await runVitest(test)
  const text = await readFile(report, 'utf8').catch(() => null)
  if (text === null) return 'the tests did not run'
  const pattern = new RegExp(patternOf(test.name))
  const results = (JSON.parse(text) as Report).testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => pattern.test(fullName) && status !== 'skipped')
  if (results.length === 0) return 'the test did not run'
  return results.some(({ status }) => status === 'failed') ? 'noticed' : 'NOT noticed'
}

function runVitest({ file, name }: Defence['test']): Promise<void> {
  const vitest = join(copy.directory, 'node_modules/.bin/vitest')
  const parameters = ['run', file, '-t', patternOf(name), '--reporter=json']
  return new Promise((resolve, reject) => {
    const child = spawn(vitest, [...parameters, `--outputFile.json=${report}`], {
      cwd: copy.directory,
      stdio: 'ignore',
    })
    child.once('error', reject)
    child.once('exit', () => resolve())
  })
}
