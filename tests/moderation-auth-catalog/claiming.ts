import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { changeBusiness } from '@answerable/contracts/business-decisions'
import { type ClaimMethod, checkClaim, startClaim } from '@answerable/contracts/claims'
import { checkDomainProof, type ProofState } from '@answerable/contracts/domain-proofs'
import { representationChanged } from '@answerable/contracts/events'
import type { Viewer } from '@answerable/contracts/sessions'
import { readSubmission } from '@answerable/contracts/submissions'
import { sweepClaims } from '@answerable/moderation/claims/sweep'
import type { ServiceCall } from '@answerable/service-kit/calls/service-caller'
import { onlyRow } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import { serving } from '@answerable/service-kit/testing/serving'
import { until } from '@answerable/service-kit/testing/until'
import { type ModerationSite, propose, startModerationSite } from './site.ts'

/** The moderation site with an internet in which tests publish proofs. */
export type ClaimSite = ModerationSite & {
  /** What a domain has published, by method and domain; anything else is not found. */
  published: Map<string, string>
  /** Domains that do not respond. */
  unreachable: Set<string>
  /** Lets evidence respond only after `release` is called. */
  holdResponses: () => { release: () => void }
  /** The claims whose checks were ended. */
  forgotten: string[]
  /** Ends overdue claims now. */
  sweep: () => Promise<void>
}

/** Events of moderation reach catalog, as they do on one bus. */
export const startClaimSite = async (): Promise<ClaimSite> => {
  const published: ClaimSite['published'] = new Map()
  const unreachable: ClaimSite['unreachable'] = new Set()
  const forgotten: string[] = []
  let mayRespond = Promise.resolve()
  const evidence = createServer(
    serving(async (request, response) => {
      const { domain, method, token } = checkDomainProof.body.parse(JSON.parse(await text(request)))
      const isFound = published.get(`${method} ${domain}`) === token
      const state: ProofState = isFound ? 'found' : 'not-found'
      await mayRespond
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          state: unreachable.has(domain) ? 'unreachable' : state,
          checkedAt: new Date().toISOString(),
        }),
      )
    }),
  )
  await new Promise<void>((resolve) => evidence.listen(0, '127.0.0.1', resolve))
  const { port } = evidence.address() as AddressInfo
  const site = await startModerationSite({ EVIDENCE_URL: `http://127.0.0.1:${port}` })
  await site.moderation.bus.subscribe(
    representationChanged,
    { everyInstanceOf: 'test' },
    ({ id, payload, requestId }) =>
      site.catalog.bus.publish({
        id,
        subject: representationChanged.subject,
        payload,
        requestId,
      }),
  )
  const catalog: ServiceCall = async (route, input) =>
    (await site.catalog.call(route, input, { issuer: 'moderation' })).body
  const forget: ServiceCall = async (_route, { params }) => {
    forgotten.push((params as { id: string }).id)
    return undefined as never
  }
  return {
    ...site,
    sweep: () =>
      sweepClaims({
        pool: site.owner.moderation,
        catalog,
        evidence: forget,
        relay: { wake: () => {} },
        log: createLog({ service: 'test', level: 'silent' }),
      }),
    published,
    unreachable,
    holdResponses: () => {
      const held = Promise.withResolvers<void>()
      mayRespond = held.promise
      return { release: held.resolve }
    },
    forgotten,
    stop: async () => {
      await site.stop()
      evidence.closeAllConnections()
      await new Promise((resolve) => evidence.close(resolve))
    },
  }
}

let businesses = 0

/** A boycott of a business of its own, whose website was set long ago. */
export const boycottOf = async (
  site: ClaimSite,
  admin: Viewer,
  { website, days = 31 }: { website: string; days?: number },
) => {
  businesses += 1
  const submissionId = await propose(site, { targetName: `Business ${businesses}` })
  const { body } = await site.catalog.call(readSubmission, { params: { id: submissionId } })
  const businessId = body.business.id
  await changeWebsite(site, admin, { businessId, website })
  await site.owner.catalog.query(
    `UPDATE businesses SET website_since = now() - $2 * interval '1 day' WHERE id = $1`,
    [businessId, days],
  )
  return { submissionId, businessId, slug: body.business.slug }
}

export const changeWebsite = async (
  site: ClaimSite,
  admin: Viewer,
  { businessId, website }: { businessId: string; website: string },
) =>
  site.moderation.call(
    changeBusiness,
    { params: { id: businessId }, body: { change: { kind: 'website', value: website } } },
    { viewer: admin },
  )

export const claimBy = (
  site: ClaimSite,
  viewer: Viewer,
  { businessId, ...body }: { businessId: string; method: ClaimMethod; address?: string },
) => site.moderation.call(startClaim, { params: { id: businessId }, body }, { viewer })

export const check = (site: ClaimSite, viewer: Viewer, id: string, code?: string) =>
  site.moderation.call(
    checkClaim,
    { params: { id }, body: code === undefined ? {} : { code } },
    { viewer },
  )

/** Publishes the proof of a claim in the internet of the test. */
export const publish = (
  site: ClaimSite,
  claim: { method: ClaimMethod; domain: string; publish: { text: string } | null },
): void => {
  const token = claim.publish?.text.replace('answerable-verification=', '') ?? ''
  site.published.set(`${claim.method} ${claim.domain}`, token)
}

/** Makes a member speak for a business by a TXT record, and waits until catalog knows it. */
export const represent = async (
  site: ClaimSite,
  viewer: Viewer,
  businessId: string,
): Promise<string> => {
  const { body: claim } = await claimBy(site, viewer, { businessId, method: 'dns' })
  publish(site, claim)
  await check(site, viewer, claim.id)
  await until(() => speaks(site, viewer, businessId))
  return claim.id
}

/** Whether catalog lets a member speak for a business. */
export const speaks = async (
  site: ClaimSite,
  viewer: Viewer,
  businessId: string,
): Promise<boolean> => {
  const { rowCount } = await site.owner.catalog.query(
    'SELECT FROM speakers WHERE business_id = $1 AND user_id = $2',
    [businessId, viewer.id],
  )
  return rowCount === 1
}

/** The code that was mailed to an address. */
export const mailedCode = (site: ClaimSite, address: string): Promise<string> =>
  until(async () => {
    const { rows } = await site.owner.auth.query<{ code: string }>(
      'SELECT code FROM dev_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
      [address],
    )
    return onlyRow(rows).code
  })
