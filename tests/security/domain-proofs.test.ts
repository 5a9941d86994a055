import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  checkDomainProof,
  forgetDomainProof,
  type ProofMethod,
  type ProofState,
  proofRecordName,
  proofText,
} from '@answerable/contracts/domain-proofs'
import { domainProved, type EventPayload } from '@answerable/contracts/events'
import { announceLinks } from '@answerable/evidence/testing/links'
import { startTestNetwork, type TestNetwork } from '@answerable/evidence/testing/network'
import { startTestEvidence } from '@answerable/evidence/testing/service'
import { openPool, type Pool } from '@answerable/service-kit/db'
import { createLog } from '@answerable/service-kit/log'
import type { TestService } from '@answerable/service-kit/testing/service'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Certificate, selfSigned } from '../tools/self-signed.ts'

let network: TestNetwork
let service: TestService
let pool: Pool
const changes: EventPayload<typeof domainProved>[] = []
const ownCertificates = getCACertificates('default')
const trusted: string[] = []

beforeAll(async () => {
  network = await startTestNetwork()
  service = await startTestEvidence({ EVIDENCE_TEST_NETWORK: network.setting })
  await service.bus.subscribe(domainProved, { group: 'moderation' }, async ({ payload }) => {
    changes.push(payload)
  })
  const log = createLog({ service: 'test', level: 'silent' })
  pool = openPool({ url: service.database.url, max: 2, name: 'test', log })
})
afterAll(async () => {
  setDefaultCACertificates(ownCertificates)
  await pool.end()
  await service.stop()
  await network.stop()
})

const newToken = (): string => randomBytes(24).toString('base64url')
const check = async (
  method: ProofMethod,
  domain: string,
  token: string,
  claimId = randomUUID(),
) => {
  const body = { claimId, method, domain, token }
  const response = await service.call(checkDomainProof, { body }, { issuer: 'moderation' })
  return response.body.state
}

const tries = 20
/** After a redirect, a host gets no request for 4 seconds. A check that waits for it has too little time left. */
const pauseMilliseconds = 4_500

/** Repeats a check that a slow machine does not finish in time. */
const expectState = async (
  state: ProofState,
  ...proof: Parameters<typeof check>
): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    const found = await check(...proof)
    const isLate = found === undefined || found === 'unreachable'
    if (!isLate || tried === tries) return expect(found).toBe(state)
    await delay(pauseMilliseconds)
  }
}

/** A website with a certificate that the site trusts. */
const secure = (
  name: string,
  handler: RequestListener,
  certificate: Certificate = selfSigned(name),
) => {
  trusted.push(certificate.cert)
  setDefaultCACertificates([...ownCertificates, ...trusted])
  network.host(name, { certificate, handler })
}
const file =
  (content: string, status = 200): RequestListener =>
  (request, response) => {
    const isFile = request.url === '/.well-known/answerable-verification.txt'
    response.writeHead(isFile ? status : 404).end(isFile ? content : '')
  }
const redirect =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location }).end()
  }

test('a record of the domain itself proves it, and no other record', async () => {
  const token = newToken()
  const record = (domain: string) => proofRecordName(domain)
  network.txt(record('business.example'), ['something else', proofText(token)])
  await expectState('found', 'dns', 'business.example', token)
  await expectState('not-found', 'dns', 'business.example', newToken())
  // Neither a part, nor another spelling, nor a record at another name.
  network.txt(record('prefix.example'), [`${proofText(token)}x`, `x${proofText(token)}`])
  network.txt(record('case.example'), [proofText(token).toUpperCase()])
  network.txt('plain.example', [proofText(token)])
  network.txt(record('sub.parent.example'), [proofText(token)])
  for (const domain of ['prefix.example', 'case.example', 'plain.example', 'parent.example']) {
    await expectState('not-found', 'dns', domain, token)
  }
  for (const domain of [
    '127.0.0.1',
    'localhost',
    'Business.example',
    'business.example.',
    'a..b',
  ]) {
    const body = { claimId: randomUUID(), method: 'dns', domain, token } as const
    const response = await service.call(checkDomainProof, { body }, { issuer: 'moderation' })
    expect({ domain, status: response.status }).toEqual({ domain, status: 400 })
  }
})

test('a file proves a domain only by https, on that domain or with www, in full', async () => {
  const token = newToken()
  secure('shop.example', file(`${proofText(token)}\n`))
  await expectState('found', 'file', 'shop.example', token)
  secure(
    'bare.example',
    redirect('https://www.bare.example/.well-known/answerable-verification.txt'),
  )
  secure('www.bare.example', file(proofText(token)))
  await expectState('found', 'file', 'bare.example', token)

  secure(
    'elsewhere.example',
    redirect('https://shop.example/.well-known/answerable-verification.txt'),
  )
  secure('downgraded.example', redirect('http://www.downgraded.example/'))
  network.host('www.downgraded.example', { handler: file(proofText(token)) })
  secure('longer.example', file(`<p>${proofText(token)}</p>`))
  secure('missing.example', file(proofText(token), 404))
  for (const domain of ['elsewhere', 'downgraded', 'longer', 'missing', 'unknown']) {
    await expectState('not-found', 'file', `${domain}.example`, token)
  }
  network.host('untrusted.example', {
    certificate: selfSigned('untrusted.example'),
    handler: file(proofText(token)),
  })
  network.host('private.example', { addresses: () => ['10.0.0.1'] })
  secure('silent.example', () => {})
  secure('failing.example', file('', 503))
  for (const domain of ['untrusted', 'private', 'silent', 'failing']) {
    const state = await check('file', `${domain}.example`, token)
    expect({ domain, state }).toEqual({ domain, state: 'unreachable' })
  }
  expect(network.requests.filter((request) => request.includes('private'))).toEqual([])
})

test('a slow proof file ends its turn, and one with a redirect uses two', async () => {
  const token = newToken()
  let answeredAt = 0
  const slow: RequestListener = (_request, response) => {
    setTimeout(() => {
      answeredAt = performance.now()
      response.end(proofText(token))
    }, 1_500)
  }
  const secondsUntilLink = async (submissionId: string, domain: string): Promise<number> => {
    await expectState('found', 'file', domain, token)
    let askedAt = 0
    network.host(`page.${domain}`, {
      robots: (_request, response) => {
        askedAt = performance.now()
        response.end()
      },
    })
    const links = [`http://page.${domain}/`]
    await announceLinks(service.bus, { submissionId, version: 1, links })
    await until(() => askedAt > 0)
    return (askedAt - answeredAt) / 1_000
  }
  secure('slow-file.example', slow)
  expect(await secondsUntilLink('proofs01', 'slow-file.example')).toBeGreaterThan(1.9)

  secure('two-hosts.example', redirect('https://www.two-hosts.example/proof'))
  secure('www.two-hosts.example', slow)
  expect(await secondsUntilLink('proofs02', 'two-hosts.example')).toBeGreaterThan(3.9)
})

test('a proof is checked daily: three misses in a row end it, and its return restores it', async () => {
  const [token, claimId, domain] = [newToken(), randomUUID(), 'daily.example']
  const record = proofRecordName(domain)
  network.txt(record, [proofText(token)])
  await expectState('found', 'dns', domain, token, claimId)
  const misses = async () => {
    const { rows } = await pool.query<{ misses: number; is_due: boolean }>(
      `SELECT misses, due_at < now() + interval '1 hour' AS is_due FROM proofs WHERE claim_id = $1`,
      [claimId],
    )
    return rows[0]
  }
  const nextDay = async (expected: number): Promise<void> => {
    await pool.query('UPDATE proofs SET due_at = now() WHERE claim_id = $1', [claimId])
    await until(async () => expect(await misses()).toEqual({ misses: expected, is_due: false }))
  }
  network.txt(record, [])
  await nextDay(1)
  await nextDay(2)
  expect(changes).toEqual([])
  await nextDay(3)
  await until(() => expect(changes).toMatchObject([{ claimId, domain, proved: false }]))
  network.txt(record, [proofText(token)])
  await nextDay(0)
  await until(() => expect(changes).toMatchObject([{ proved: false }, { claimId, proved: true }]))
  expect(changes[1]?.version).toBeGreaterThan(changes[0]?.version ?? 0)
  // A check that the member requests restores it, too.
  network.txt(record, [])
  for (const day of [1, 2, 3]) await nextDay(day)
  await until(() => expect(changes).toHaveLength(3))
  network.txt(record, [proofText(token)])
  await expectState('found', 'dns', domain, token, claimId)
  await until(() => expect(changes.map(({ proved }) => proved)).toEqual([false, true, false, true]))

  for (const _ of ['once', 'again']) {
    const params = { id: claimId }
    const response = await service.call(forgetDomainProof, { params }, { issuer: 'moderation' })
    expect(response.status).toBe(204)
  }
  expect(await misses()).toBeUndefined()
})
