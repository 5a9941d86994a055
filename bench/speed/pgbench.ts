import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { memberCount, submissionAt } from './seed.ts'

export const hasPgbench: boolean = spawnSync('pgbench', ['--version']).status === 0

export type Votes = { perSecond: number; meanMilliseconds: number }

const member = `('00000000-0000-4000-8000-' || lpad(to_hex(:member::integer), 12, '0'))::uuid`
const votedOn = 10_000

/** The catalog's statement for casting votes, with one vote. */
const script = (target: 'hot' | 'spread'): string => `
\\set member random(0, ${memberCount - 1})
\\set up random(0, 1)
\\set number random(0, ${votedOn - 1})
SELECT * FROM cast_votes(ARRAY[${member}],
  ARRAY[${target === 'hot' ? `'${submissionAt(0)}'` : `left(md5('bench-' || :number::integer), 8)`}],
  ARRAY[:up::integer * 2 - 1]::smallint[], ARRAY['bench'], 'catalog.submission-changed',
  ARRAY[${member}], ARRAY[now() - interval '60 days'], ARRAY[NULL]::text[], ARRAY[false]);
`

export const runPgbench = async (options: {
  databaseUrl: string
  target: 'hot' | 'spread'
  clients: number
  seconds: number
}): Promise<Votes> => {
  const { databaseUrl, target, clients, seconds } = options
  const directory = mkdtempSync(join(tmpdir(), 'answerable-pgbench-'))
  try {
    const file = join(directory, 'votes.sql')
    writeFileSync(file, script(target))
    const counts = ['-c', String(clients), '-j', '1', '-T', String(seconds)]
    const args = ['-n', '-M', 'prepared', '-f', file, ...counts, databaseUrl]
    const { stdout } = await promisify(execFile)('pgbench', args).catch((error) => {
      throw new Error(`pgbench: ${String(error.stderr).split('\n')[0]}`)
    })
    return {
      perSecond: figure(stdout, /tps = ([\d.]+)/),
      meanMilliseconds: figure(stdout, /latency average = ([\d.]+)/),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const figure = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1])
