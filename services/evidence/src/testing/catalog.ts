import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OfficialResponse } from '@answerable/contracts/responses'
import type { Submission } from '@answerable/contracts/submissions'

/** A catalog that shows visitors what is put into it. */
export type FakeCatalog = {
  url: string
  boycotts: Map<string, Submission>
  /** Of each boycott. */
  responses: Map<string, OfficialResponse[]>
  /** The next calls that fail, as in an outage. */
  failures: number
  stop: () => Promise<void>
}

export const startFakeCatalog = async (): Promise<FakeCatalog> => {
  const catalog = { boycotts: new Map(), responses: new Map(), failures: 0 }
  const server = createServer((request, reply) => {
    const [, id = '', response] =
      request.url?.match(/^\/api\/boycotts\/(\w{8})(\/response)?$/) ?? []
    const boycott = catalog.boycotts.get(id)
    const send = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (catalog.failures > 0) {
      catalog.failures -= 1
      send(503, {})
    } else if (boycott === undefined) {
      send(404, { error: { code: 'submission_not_found', message: 'Not found.', requestId: 'r' } })
    } else if (response === undefined) send(200, boycott)
    else send(200, { business: boycott.business, responses: catalog.responses.get(id) ?? [] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(catalog, {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

export const aBoycott = (id: string): Submission => ({
  id,
  targetName: 'Anvil Works',
  business: { id: 'b1C2d3E4', slug: 'anvil-works', name: 'Anvil Works' },
  location: 'Nowhere',
  country: null,
  category: null,
  reasons: 'They drop anvils.',
  sources: null,
  demand: null,
  status: 'proposed',
  embedUrl: null,
  embedType: null,
  authorId: '4a3b2c1d-0000-4000-8000-000000000001',
  author: { username: 'loud-heron' },
  score: 3,
  superBoost: 0,
  flagged: false,
  approved: true,
  commentCount: 0,
  participantCount: 0,
  discussionLocked: false,
  userVote: null,
  ownParticipation: false,
  version: 7,
  unusualActivity: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
})
