import { listAlternatives } from '@answerable/contracts/alternatives'
import { readResponses } from '@answerable/contracts/responses'
import { pathOf } from '@answerable/contracts/route'
import { embedPath, picturePath } from '@answerable/contracts/share'
import { listSources } from '@answerable/contracts/sources'
import { readTimeline } from '@answerable/contracts/timeline'
import type { Bench, Row } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { preparedResponse } from './limits.ts'
import { alike } from './load.ts'
import { asRow, beside } from './reading.ts'
import { submissionAt } from './seed.ts'

const connections = 50

/** P3: what the page of a submission fetches beside the submission itself. P19: what other sites fetch of it. */
export const sectionRows = async (bench: Bench): Promise<Row[]> => {
  const { url, pids } = bench.stack
  pin([pids.gateway, pids.catalog, pids.auth, pids.postgres], [serverCore])
  const rows: Row[] = []
  const measure = async (label: string, path: string, name: string, target: number) => {
    const response = await preparedResponse(`${url}${path}`)
    const pair = await beside(bench, `${label} ${path}`, {
      limit: { is: 'bare', response },
      lists: alike(connections, [{ path }]),
      pids: [pids.gateway],
    })
    rows.push(
      asRow(label, `cached ${name} of a submission, relative to bare node:http`, pair, target),
    )
  }
  const id = submissionAt(5)
  for (const route of [listSources, readTimeline, readResponses, listAlternatives]) {
    const path = pathOf(route, { params: { id } })
    await measure('P3', path, path.split('/').at(-1) ?? '', 0.4)
  }
  await measure('P19', embedPath(id), 'embed', 0.3)
  await measure('P19', picturePath(id), 'picture', 0.3)
  return rows
}
