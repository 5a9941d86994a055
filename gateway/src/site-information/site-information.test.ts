import { readSiteInformation, siteInformation } from '@answerable/contracts/site'
import { afterEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/gateway.ts'

let site: TestGateway
afterEach(() => site.stop())

const { path } = readSiteInformation
const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

test("the operator's information is served without calling a service", async () => {
  site = await startTestGateway({
    DONATE_BITCOIN_ADDRESS: address,
    CONTACT_EMAIL: 'team@answerable.example',
  })
  const response = await site.request({ path })
  expect(response.status).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(siteInformation.parse(response.body)).toEqual({
    donateBitcoinAddress: address,
    contactEmail: 'team@answerable.example',
  })
  for (const { received } of [site.auth, site.catalog, site.moderation, site.diagnostics]) {
    expect(received).toEqual([])
  }
})

test('settings without a value are null', async () => {
  site = await startTestGateway()
  expect((await site.request({ path })).body).toEqual({
    donateBitcoinAddress: null,
    contactEmail: null,
  })
})

test('HEAD has only the headers, and other methods are refused', async () => {
  site = await startTestGateway()
  expect(await site.request({ method: 'HEAD', path })).toMatchObject({ status: 200, text: '' })
  expect(await site.request({ method: 'POST', path })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  })
})
