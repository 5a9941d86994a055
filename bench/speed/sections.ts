import { listAlternatives } from '@answerable/contracts/alternatives'
import { readResponses } from '@answerable/contracts/responses'
import { pathOf } from '@answerable/contracts/route'
import { listSources } from '@answerable/contracts/sources'
import { readTimeline } from '@answerable/contracts/timeline'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { preparedResponse } from './limits.ts'
import { alike } from './load.ts'
import { asRow, beside } from './reading.ts'
import { submissionAt } from './seed.ts'

const connections = 50

/** P3: what the page of a submission fetches beside the submission itself. */
export const sectionRows = async (bench: Bench): Promise<Row[]> => {
  const { url, pids } = bench.stack
  pin([pids.gateway, pids.catalog, pids.auth, pids.postgres], [serverCore])
  const rows: Row[] = []
  for (const route of [listSources, readTimeline, readResponses, listAlternatives]) {
    const path = pathOf(route, { params: { id: submissionAt(5) } })
    const response = await preparedResponse(`${url}${path}`)
    const pair = await beside(bench, `P3 ${path}`, {
      limit: { is: 'bare', response },
      lists: alike(connections, [{ path }]),
      pids: [pids.gateway],
    })
    const name = path.split('/').at(-1)
    rows.push(asRow('P3', `cached ${name} of a submission, relative to bare node:http`, pair, 0.4))
  }
  return rows
}
