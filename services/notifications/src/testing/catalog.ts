import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { matchSearches } from '@answerable/contracts/followed-search'
import type { FollowedSearch } from '@answerable/contracts/search-key'
import {
  type DescribedBusiness,
  type DescribedComment,
  type DescribedSubmission,
  describeSubjects,
} from '@answerable/contracts/subjects'
import { serving } from '@answerable/service-kit/testing/serving'

/** A catalog that describes the subjects put into it. */
export type FakeCatalog = {
  url: string
  submissions: DescribedSubmission[]
  businesses: DescribedBusiness[]
  comments: DescribedComment[]
  /** Whether a followed search finds a submission. */
  finds: (search: FollowedSearch) => boolean
  /** The number of calls so far that asked for this submission. */
  calls: (submissionId: string) => number
  stop: () => Promise<void>
}

export const startFakeCatalog = async (): Promise<FakeCatalog> => {
  const asked: string[] = []
  const known: Pick<FakeCatalog, 'submissions' | 'businesses' | 'comments' | 'finds'> = {
    submissions: [],
    businesses: [],
    comments: [],
    finds: () => false,
  }
  const server = createServer(
    serving(async (request, response) => {
      if (request.url === matchSearches.path) {
        const { searches } = matchSearches.body.parse(JSON.parse(await text(request)))
        const matching = searches.flatMap((search, place) => (known.finds(search) ? [place] : []))
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ matching }))
        return
      }
      if (request.url !== describeSubjects.path) {
        response.writeHead(404).end()
        return
      }
      const wanted = describeSubjects.body.parse(JSON.parse(await text(request)))
      asked.push(...new Set(wanted.submissionIds))
      const those = <Entry extends { id: string }>(all: readonly Entry[], ids: readonly string[]) =>
        all.filter(({ id }) => ids.includes(id))
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          submissions: those(known.submissions, wanted.submissionIds),
          businesses: those(known.businesses, wanted.businessIds),
          comments: those(known.comments, wanted.commentIds),
        }),
      )
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(known, {
    url: `http://127.0.0.1:${port}`,
    calls: (submissionId: string) => asked.filter((id) => id === submissionId).length,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

export const submissionOf = (
  id: string,
  given: Partial<DescribedSubmission> = {},
): DescribedSubmission => ({
  id,
  targetName: `Target ${id}`,
  authorId: null,
  approved: true,
  mergedInto: null,
  ...given,
})
