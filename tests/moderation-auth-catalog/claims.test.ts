import { randomUUID } from 'node:crypto'
import { suspendAccount } from '@answerable/contracts/accounts'
import { mergeBusiness } from '@answerable/contracts/business-merges'
import { readBusiness } from '@answerable/contracts/businesses'
import {
  acceptClaim,
  declineClaim,
  listClaims,
  listOwnClaims,
  revokeClaim,
  withdrawClaim,
} from '@answerable/contracts/claims'
import { domainProved, userLeft } from '@answerable/contracts/events'
import { exportDecisions } from '@answerable/contracts/own-data'
import { postResponse } from '@answerable/contracts/responses'
import type { Viewer } from '@answerable/contracts/sessions'
import { verifyLog } from '@answerable/moderation/log/verify'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  boycottOf,
  type ClaimSite,
  changeWebsite,
  check,
  claimBy,
  mailedCode,
  publish,
  represent,
  speaks,
  startClaimSite,
} from './claiming.ts'
import { addPerson } from './site.ts'

let site: ClaimSite
let admin: Viewer
let websites = 0

beforeAll(async () => {
  site = await startClaimSite()
  admin = await addPerson(site, 'admin')
})
afterAll(() => site.stop())

const newWebsite = (): string => {
  websites += 1
  return `business-${websites}.example`
}
const respond = (id: string, viewer: Viewer) =>
  site.catalog.call(postResponse, { params: { id }, body: { content: 'We disagree.' } }, { viewer })
const ownClaims = async (viewer: Viewer) =>
  (await site.moderation.call(listOwnClaims, {}, { viewer })).body
const proof = (claimId: string, domain: string, proved: boolean, version: number) =>
  site.moderation.bus.publish({
    id: randomUUID(),
    subject: domainProved.subject,
    payload: { claimId, domain, proved, version },
    requestId: null,
  })
const sweep = () => site.sweep()
const age = (column: 'missing_since' | 'created_at' | 'proved_at', id: string, days: number) =>
  site.owner.moderation.query(
    `UPDATE claims SET ${column} = ${column} - $2 * interval '1 day' WHERE id = $1`,
    [id, days],
  )

describe.each(['dns', 'file'] as const)('a claim by %s', (method) => {
  test('is verified once the proof is published, and speaks for this business alone', async () => {
    const [member, website] = [await addPerson(site), newWebsite()]
    const { submissionId, businessId, slug } = await boycottOf(site, admin, { website })
    const other = await boycottOf(site, admin, { website: newWebsite() })
    const { status, body: claim } = await claimBy(site, member, { businessId, method })
    expect(status).toBe(201)
    expect(claim).toMatchObject({ domain: website, state: 'open', publish: expect.anything() })
    expect((await check(site, member, claim.id)).body).toMatchObject({
      state: 'open',
      lastCheck: { state: 'not-found' },
    })
    site.unreachable.add(website)
    expect((await check(site, member, claim.id)).body.lastCheck?.state).toBe('unreachable')
    site.unreachable.delete(website)
    expect((await respond(submissionId, member)).status).toBe(403)
    publish(site, claim)
    expect((await check(site, member, claim.id)).body).toMatchObject({ state: 'verified' })
    await until(() => speaks(site, member, businessId))
    expect((await respond(submissionId, member)).status).toBe(201)
    expect((await respond(other.submissionId, member)).body).toMatchObject({
      error: { code: 'not_representative' },
    })
    const page = await site.catalog.call(readBusiness, { params: { slug } })
    expect(page.body.verifiedDomain).toBe(website)
    expect(page.text).not.toContain(member.username)
    expect((await claimBy(site, member, { businessId, method })).body).toMatchObject({
      error: { code: 'already_representative' },
    })
  })
})

describe('a claim by mail', () => {
  const byMail = (viewer: Viewer, businessId: string, address: string) =>
    claimBy(site, viewer, { businessId, method: 'mail', address })

  test('is verified by the code that an address at the domain got', async () => {
    const [member, website] = [await addPerson(site), newWebsite()]
    const { businessId } = await boycottOf(site, admin, { website })
    const { body: claim } = await byMail(member, businessId, `Press@${website}`)
    expect(claim).toMatchObject({ state: 'open', publish: null })
    expect(JSON.stringify(claim)).not.toContain('press@')
    const code = await mailedCode(site, `press@${website}`)
    expect((await check(site, await addPerson(site), claim.id, code)).status).toBe(404)
    expect((await check(site, member, claim.id, code)).body).toMatchObject({ state: 'verified' })
    await until(() => speaks(site, member, businessId))
    const stored = await site.owner.moderation.query<{ text: string }>(
      'SELECT claims::text AS text FROM claims WHERE id = $1',
      [claim.id],
    )
    expect(stored.rows[0]?.text).not.toContain('press')
  })

  test('is refused for every address that is not directly at the domain', async () => {
    const [member, website] = [await addPerson(site), newWebsite()]
    const { businessId } = await boycottOf(site, admin, { website })
    const elsewhere = [
      `me@mail.${website}`,
      `me@${website}.org`,
      `me@not${website}`,
      `me@${website.replace('e', 'е')}`,
      `me@${website.replace('.', '。')}.org`,
      `"me@${website}"@example.org`,
      `me@${website}@example.org`,
      `me@example.org@${website}`,
      `me%example.org@${website}`,
      `me@${website},me@example.org`,
      `me@${website}\r\nbcc: me@example.org`,
      `<me@${website}>`,
      'me',
      '',
    ]
    for (const address of elsewhere) {
      const response = await byMail(member, businessId, address)
      expect([address, response.status]).toEqual([address, 400])
    }
    expect(await ownClaims(member)).toEqual([])
    const { rows } = await site.owner.auth.query('SELECT FROM flows WHERE purpose = $1', ['claim'])
    const { rows: open } = await site.owner.auth.query(
      `SELECT FROM flows WHERE purpose = 'claim' AND email LIKE '%' || $1`,
      [website],
    )
    expect(open).toEqual([])
    expect(rows.length).toBeLessThanOrEqual(1)
  })

  test('is refused at providers where anyone can get an address', async () => {
    const member = await addPerson(site)
    for (const website of ['gmail.com', 'proton.me', 'fastmail.com']) {
      const { businessId } = await boycottOf(site, admin, { website })
      expect((await byMail(member, businessId, `press@${website}`)).body).toMatchObject({
        error: { code: 'public_mail_provider' },
      })
    }
  })

  test('cannot be guessed: few codes are compared, over all claims for a domain', async () => {
    const website = newWebsite()
    const { businessId } = await boycottOf(site, admin, { website })
    const refusals: string[] = []
    let right = ''
    let lastId = ''
    let last = await addPerson(site)
    // Of the spellings of a domain with invisible characters, all are one domain.
    for (const [name, spelling] of [
      ['a', website],
      ['b', website.replace('n', 'n\u{FE0F}')],
      ['c', website.replace('i', 'i\u{034F}')],
    ]) {
      last = await addPerson(site)
      const { body: claim } = await byMail(last, businessId, `${name}@${spelling}`)
      lastId = claim.id
      right = await mailedCode(site, `${name}@${website}`)
      for (let guess = 1; guess <= 5; guess += 1) {
        const code = String((Number(right) + guess) % 1_000_000).padStart(6, '0')
        const { body } = await check(site, last, claim.id, code)
        refusals.push((body as unknown as { error: { code: string } }).error.code)
      }
    }
    expect(refusals.slice(0, 10)).toEqual(Array(10).fill('invalid_code'))
    expect(refusals.slice(10)).toEqual(Array(5).fill('code_exhausted'))
    expect((await check(site, last, lastId, right)).status).toBe(400)
    expect(await speaks(site, last, businessId)).toBe(false)
  })
})

test('a public suffix, and a business without a website, cannot be claimed', async () => {
  const member = await addPerson(site)
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  // As stored before such domains were refused.
  for (const [website, code] of [
    ['github.io', 'unprovable_website'],
    ['co.uk', 'unprovable_website'],
    ['www.business.example', 'unprovable_website'],
    [null, 'no_website'],
  ] as const) {
    await site.owner.catalog.query(
      `UPDATE businesses SET website = $2, website_since = '2020-01-01' WHERE id = $1`,
      [businessId, website],
    )
    expect((await claimBy(site, member, { businessId, method: 'dns' })).body).toMatchObject({
      error: { code },
    })
  }
})

test('a proof of another claim, domain or method is no proof', async () => {
  const [member, stranger] = [await addPerson(site), await addPerson(site)]
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  const own = await boycottOf(site, admin, { website: newWebsite() })
  const { body: claim } = await claimBy(site, member, { businessId, method: 'dns' })
  publish(site, claim)
  const { body: copied } = await claimBy(site, stranger, { businessId, method: 'dns' })
  const { body: foreign } = await claimBy(site, stranger, {
    businessId: own.businessId,
    method: 'dns',
  })
  publish(site, { ...foreign, domain: `sub.${copied.domain}` })
  publish(site, { ...foreign, domain: copied.domain, method: 'file' })
  expect((await check(site, stranger, copied.id)).body).toMatchObject({ state: 'open' })
  expect((await check(site, stranger, claim.id)).status).toBe(404)
  expect((await check(site, member, claim.id)).body).toMatchObject({ state: 'verified' })
  expect(await speaks(site, stranger, businessId)).toBe(false)
})

test('of two claims of a member at once, one is current; two members can speak for a business', async () => {
  const [one, two] = [await addPerson(site), await addPerson(site)]
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  const [first, second] = await Promise.all([
    claimBy(site, one, { businessId, method: 'dns' }),
    claimBy(site, one, { businessId, method: 'file' }),
  ])
  expect([first.status, second.status]).toEqual([201, 201])
  const states = (await ownClaims(one)).map(({ state, endReason }) => [state, endReason])
  expect(states.sort()).toEqual([
    ['ended', 'replaced'],
    ['open', null],
  ])
  const replaced = (await ownClaims(one)).find(({ state }) => state === 'ended')
  expect((await check(site, one, replaced?.id ?? '')).body).toMatchObject({
    error: { code: 'claim_closed' },
  })
  await represent(site, one, businessId)
  await represent(site, two, businessId)
  expect(await speaks(site, one, businessId)).toBe(true)
})

test('a website that was set less than 30 days ago needs an administrator, on the record', async () => {
  const [member, other] = [await addPerson(site), await addPerson(site)]
  const { businessId } = await boycottOf(site, admin, { website: newWebsite(), days: 29 })
  const prove = async (viewer: Viewer) => {
    const { body: claim } = await claimBy(site, viewer, { businessId, method: 'dns' })
    publish(site, claim)
    expect((await check(site, viewer, claim.id)).body).toMatchObject({ state: 'review' })
    expect(await speaks(site, viewer, businessId)).toBe(false)
    return claim.id
  }
  const decide = (
    route: typeof acceptClaim | typeof declineClaim | typeof revokeClaim,
    id: string,
    viewer = admin,
  ) => site.moderation.call(route, { params: { id }, body: { note: 'Checked.' } }, { viewer })
  const id = await prove(member)
  const queue = await site.moderation.call(listClaims, {}, { viewer: admin })
  expect(queue.body).toMatchObject([{ id, username: member.username, state: 'review' }])
  expect((await decide(acceptClaim, id)).body.claim).toMatchObject({ state: 'verified' })
  expect((await decide(declineClaim, id)).status).toBe(409)
  await until(() => speaks(site, member, businessId))
  const declined = await prove(other)
  await decide(declineClaim, declined)
  expect((await ownClaims(other))[0]).toMatchObject({ endReason: 'declined', note: 'Checked.' })
  expect((await decide(revokeClaim, id)).body.claim).toMatchObject({ state: 'ended' })
  await until(async () => !(await speaks(site, member, businessId)))
  const { rows } = await site.owner.moderation.query<{ kind: string }>(
    `SELECT payload ->> 'kind' AS kind FROM decision_log WHERE payload #>> '{subject,kind}' = 'claim'
     ORDER BY position`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['accept-claim', 'decline-claim', 'revoke-claim'])
  expect(await verifyLog(site.owner.moderation)).toMatchObject({ kind: 'whole' })
  // A proof that disappears before the decision still ends the representation.
  const third = await addPerson(site)
  const unproved = await prove(third)
  await proof(unproved, 'x.example', false, 1)
  await until(async () => (await ownClaims(third))[0]?.endsAt !== null)
  await decide(acceptClaim, unproved)
  await age('missing_since', unproved, 8)
  await sweep()
  expect((await ownClaims(third))[0]).toMatchObject({ endReason: 'proof-missing' })
  const own = await prove(admin)
  await addPerson(site, 'admin')
  expect((await decide(acceptClaim, own)).body).toMatchObject({
    error: { code: 'other_admin_needed' },
  })
})

test('a proof that disappears ends the representation after a week, unless it comes back', async () => {
  const member = await addPerson(site)
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  const id = await represent(site, member, businessId)
  const missing = async () => (await ownClaims(member))[0]?.endsAt ?? null
  await proof(id, 'x.example', false, 1)
  expect(await missing()).not.toBeNull()
  await proof(id, 'x.example', true, 2)
  // An older event changes nothing.
  await proof(id, 'x.example', false, 1)
  expect(await missing()).toBeNull()
  await proof(id, 'x.example', false, 3)
  await age('missing_since', id, 6)
  await sweep()
  expect(await speaks(site, member, businessId)).toBe(true)
  await age('missing_since', id, 2)
  await sweep()
  await until(async () => !(await speaks(site, member, businessId)))
  expect((await ownClaims(member))[0]).toMatchObject({
    state: 'ended',
    endReason: 'proof-missing',
  })
  expect(site.forgotten).toContain(id)
})

test('the daily checks of a proof end with its claim, even if it is found later', async () => {
  const member = await addPerson(site)
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  const { body: claim } = await claimBy(site, member, { businessId, method: 'dns' })
  publish(site, claim)
  const responses = site.holdResponses()
  await check(site, member, claim.id)
  await site.moderation.call(withdrawClaim, { params: { id: claim.id } }, { viewer: member })
  const timesForgotten = async () => {
    await sweep()
    return site.forgotten.filter((id) => id === claim.id).length
  }
  // Evidence may have stored the proof although its response has not arrived.
  expect(await timesForgotten()).toBe(1)
  expect(await timesForgotten()).toBe(1)
  responses.release()
  await until(async () => expect(await timesForgotten()).toBe(2))
  expect(await timesForgotten()).toBe(2)
  expect((await ownClaims(member))[0]).toMatchObject({ state: 'ended', endReason: 'withdrawn' })
})

test('open claims end after a week, and proofs by mail after a year', async () => {
  const [member, website] = [await addPerson(site), newWebsite()]
  const { businessId } = await boycottOf(site, admin, { website })
  const { body: open } = await claimBy(site, member, { businessId, method: 'dns' })
  await age('created_at', open.id, 8)
  publish(site, open)
  expect((await check(site, member, open.id)).status).toBe(409)
  await sweep()
  const address = `press@${website}`
  const { body: mailed } = await claimBy(site, member, { businessId, method: 'mail', address })
  await check(site, member, mailed.id, await mailedCode(site, address))
  await until(() => speaks(site, member, businessId))
  await age('proved_at', mailed.id, 366)
  await sweep()
  await until(async () => !(await speaks(site, member, businessId)))
  expect((await ownClaims(member)).map(({ endReason }) => endReason)).toEqual([
    'expired',
    'proof-missing',
  ])
})

test('another website, or a merge of the business, ends the right to speak at once', async () => {
  const member = await addPerson(site)
  const { submissionId, businessId } = await boycottOf(site, admin, { website: newWebsite() })
  await represent(site, member, businessId)
  await changeWebsite(site, admin, { businessId, website: newWebsite() })
  expect(await speaks(site, member, businessId)).toBe(false)
  expect((await respond(submissionId, member)).status).toBe(403)
  expect((await ownClaims(member))[0]).toMatchObject({ endReason: 'website-changed' })
  const merged = await boycottOf(site, admin, { website: newWebsite() })
  await represent(site, member, merged.businessId)
  await site.moderation.call(
    mergeBusiness,
    { params: { id: merged.businessId }, body: { into: businessId } },
    { viewer: admin },
  )
  expect((await respond(merged.submissionId, member)).status).toBe(403)
  await sweep()
  expect((await ownClaims(member))[0]).toMatchObject({ endReason: 'business-merged' })
})

test('members who withdraw, are suspended or leave no longer speak for a business', async () => {
  const [one, two, three] = [await addPerson(site), await addPerson(site), await addPerson(site)]
  const { businessId } = await boycottOf(site, admin, { website: newWebsite() })
  const id = await represent(site, one, businessId)
  expect(
    (await site.moderation.call(withdrawClaim, { params: { id } }, { viewer: two })).status,
  ).toBe(404)
  await site.moderation.call(withdrawClaim, { params: { id } }, { viewer: one })
  await until(async () => !(await speaks(site, one, businessId)))
  await represent(site, two, businessId)
  await site.moderation.call(
    suspendAccount,
    { params: { id: two.id }, body: {} },
    { viewer: admin },
  )
  expect(await speaks(site, two, businessId)).toBe(false)
  expect((await claimBy(site, two, { businessId, method: 'dns' })).body).toMatchObject({
    error: { code: 'account_suspended' },
  })
  await represent(site, three, businessId)
  const exported = await site.moderation.call(exportDecisions, {}, { viewer: three })
  expect(exported.body.claims).toMatchObject([{ businessId, state: 'verified' }])
  await site.moderation.bus.publish({
    id: randomUUID(),
    subject: userLeft.subject,
    payload: { userId: three.id },
    requestId: null,
  })
  await until(async () => !(await speaks(site, three, businessId)))
  const { rows } = await site.owner.moderation.query('SELECT FROM claims WHERE user_id = $1', [
    three.id,
  ])
  expect(rows).toEqual([])
})
