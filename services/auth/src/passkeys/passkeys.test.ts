import { deleteAccount, requestDeletionCode } from '@answerable/contracts/own-account'
import { exportAccount } from '@answerable/contracts/own-data'
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  confirmSession,
  listPasskeys,
  maxPasskeys,
  removePasskey,
  renamePasskey,
} from '@answerable/contracts/passkeys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, inSession, newAdministrator } from '../testing/administrators.ts'
import { type AuthSite, signInByLink, startAuth } from '../testing/auth-site.ts'
import { newAuthenticator } from '../testing/authenticator.ts'

let site: AuthSite
beforeAll(async () => {
  site = await startAuth()
})
afterAll(() => site.stop())

/** Another session of the same administrator. A second mail is possible only after a minute. */
const elsewhere = async ({ person }: Administrator) => {
  await site.owner.query('DELETE FROM budgets')
  return inSession(site, (await signInByLink(site, person)).cookies)
}

const refused = (code: string) =>
  expect.objectContaining({ error: expect.objectContaining({ code }) })

describe('an administrator', () => {
  test('without a passkey needs no confirmation, and cannot make one', async () => {
    const admin = await newAdministrator(site)
    expect(await admin.isUnconfirmed()).toBe(false)
    const { body } = await admin.call(listPasskeys, {})
    expect(body).toEqual({ required: false, needed: false, passkeys: [] })
    expect((await admin.call(beginConfirmation, {})).body).toEqual(refused('no_passkey'))
  })

  test('with one confirms each session with it, for ten minutes', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    const added = await admin.add(authenticator, ' Laptop ')
    expect(added).toMatchObject({ status: 201, body: { name: 'Laptop', lastUsedAt: null } })
    expect(await admin.isUnconfirmed()).toBe(false)
    const other = await elsewhere(admin)
    expect(await other.isUnconfirmed()).toBe(true)
    const confirmed = await other.confirm(authenticator)
    expect(confirmed.status).toBe(200)
    const minutes = (Date.parse(confirmed.body.confirmedUntil) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThan(11)
    expect(await other.isUnconfirmed()).toBe(false)
    await other.expire()
    expect(await other.isUnconfirmed()).toBe(true)
    expect((await other.call(listPasskeys, {})).body.passkeys).toEqual([
      { ...added.body, lastUsedAt: expect.any(String) },
    ])
  })

  test('deletes the own account only in a confirmed session', async () => {
    // The only administrator could not delete their account.
    await newAdministrator(site)
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const stolen = await elsewhere(admin)
    expect((await stolen.call(requestDeletionCode, {})).body).toEqual(
      refused('confirmation_needed'),
    )
    const body = { username: 'not asked', code: '000000' }
    expect((await stolen.call(deleteAccount, { body })).body).toEqual(
      refused('confirmation_needed'),
    )
    await stolen.confirm(authenticator)
    expect((await stolen.call(requestDeletionCode, {})).status).toBe(202)
    expect((await stolen.call(deleteAccount, { body })).body).toEqual(refused('username_mismatch'))
  })

  test('asks for a verified user and a passkey of this site', async () => {
    const admin = await newAdministrator(site)
    const creation = await admin.call(beginPasskey, {})
    expect(creation.body).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
    })
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    expect((await admin.call(beginPasskey, {})).body.excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    expect((await admin.call(beginConfirmation, {})).body).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: authenticator.id }],
    })
  })

  test('renames and removes passkeys in a confirmed session only', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    const { id } = (await admin.add(authenticator)).body
    const rename = () => admin.call(renamePasskey, { params: { id }, body: { name: 'Phone' } })
    const remove = () => admin.call(removePasskey, { params: { id } })
    await admin.expire()
    expect((await rename()).body).toEqual(refused('confirmation_needed'))
    expect((await remove()).body).toEqual(refused('confirmation_needed'))
    await admin.confirm(authenticator)
    expect((await rename()).body).toMatchObject({ id, name: 'Phone' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).body).toEqual(refused('passkey_not_found'))
    expect(await admin.isUnconfirmed()).toBe(false)
  })

  test('does not see or change the passkeys of another', async () => {
    const [one, other] = [await newAdministrator(site), await newAdministrator(site)]
    const authenticator = newAuthenticator()
    const { id } = (await one.add(authenticator)).body
    expect((await other.call(listPasskeys, {})).body.passkeys).toEqual([])
    expect((await other.call(removePasskey, { params: { id } })).body).toEqual(
      refused('passkey_not_found'),
    )
    const renamed = await other.call(renamePasskey, { params: { id }, body: { name: 'Mine' } })
    expect(renamed.body).toEqual(refused('passkey_not_found'))
    await other.add()
    expect((await other.confirm(authenticator)).body).toEqual(refused('passkey_refused'))
    expect((await other.add(authenticator)).body).toEqual(refused('passkey_refused'))
  })

  test('has their passkeys in the data export, without keys, and loses them with the account', async () => {
    const admin = await newAdministrator(site)
    const { body: passkey } = await admin.add()
    const { body } = await admin.call(exportAccount, {})
    expect(body.passkeys).toEqual([passkey])
    await site.owner.query('DELETE FROM users WHERE id = $1', [admin.id])
    const left = await site.owner.query('SELECT FROM passkeys WHERE id = $1', [passkey.id])
    expect(left.rowCount).toBe(0)
  })

  test('has at most ten passkeys', async () => {
    const admin = await newAdministrator(site)
    for (let added = 0; added < maxPasskeys; added += 1) await admin.add()
    expect((await admin.call(beginPasskey, {})).body).toEqual(refused('too_many_passkeys'))
  })
})

describe('a passkey is added', () => {
  test('as the first one within ten minutes of signing in', async () => {
    const admin = await newAdministrator(site)
    await site.owner.query(
      `UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE hash = $1`,
      [admin.sessionHash],
    )
    expect((await admin.call(beginPasskey, {})).body).toEqual(refused('recent_sign_in_needed'))
  })

  test('beside others only in a session that one of them has confirmed', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const other = await elsewhere(admin)
    expect((await other.call(beginPasskey, {})).body).toEqual(refused('confirmation_needed'))
    await other.confirm(authenticator)
    expect((await other.add()).status).toBe(201)
  })

  test('not with a challenge from before another one was added elsewhere', async () => {
    const admin = await newAdministrator(site)
    const other = await elsewhere(admin)
    const challenge = await other.challenge()
    await admin.add()
    const credential = newAuthenticator().create({ challenge })
    const late = await other.call(addPasskey, { body: { name: 'Late', credential } })
    expect(late.body).toEqual(refused('confirmation_needed'))
  })
})

/** Each makes one response of an authenticator worthless. */
const foreign = {
  'of another origin': { origin: 'http://localhost.evil.example' },
  'of another port of the host': { origin: 'http://localhost:9090' },
  'for another relying party': { rpId: 'evil.example' },
  'without a check of the user': { isUserVerified: false },
  'with another challenge': { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' },
}

describe('a ceremony is refused', () => {
  test.each(Object.entries(foreign))('%s', async (_name, change) => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    const wrong = authenticator.create({ challenge: await admin.challenge(), ...change })
    const added = await admin.call(addPasskey, { body: { name: 'Wrong', credential: wrong } })
    expect(added.body).toEqual(refused('passkey_refused'))
    await admin.add(authenticator)
    await admin.expire()
    const challenge = await admin.confirmationChallenge()
    const credential = authenticator.get({ challenge, ...change })
    const confirmed = await admin.call(confirmSession, { body: { credential } })
    expect(confirmed.body).toEqual(refused('passkey_refused'))
    expect(await admin.isUnconfirmed()).toBe(true)
  })

  test('when it is replayed', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    const creation = authenticator.create({ challenge: await admin.challenge() })
    const add = () => admin.call(addPasskey, { body: { name: 'Twice', credential: creation } })
    expect((await add()).status).toBe(201)
    expect((await add()).body).toEqual(refused('passkey_refused'))
    const credential = authenticator.get({ challenge: await admin.confirmationChallenge() })
    const confirm = () => admin.call(confirmSession, { body: { credential } })
    expect((await confirm()).status).toBe(200)
    await admin.expire()
    expect((await confirm()).body).toEqual(refused('passkey_refused'))
    // Nor is it valid for the next challenge.
    await admin.confirmationChallenge()
    expect((await confirm()).body).toEqual(refused('passkey_refused'))
    expect(await admin.isUnconfirmed()).toBe(true)
  })

  test('after a first attempt that failed', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const challenge = await admin.confirmationChallenge()
    const wrong = authenticator.get({ challenge, isUserVerified: false })
    await admin.call(confirmSession, { body: { credential: wrong } })
    const right = authenticator.get({ challenge })
    const second = await admin.call(confirmSession, { body: { credential: right } })
    expect(second.body).toEqual(refused('passkey_refused'))
  })

  test('by the counter of a copied authenticator', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    expect((await admin.confirm(authenticator)).status).toBe(200)
    authenticator.rewind()
    expect((await admin.confirm(authenticator)).body).toEqual(refused('passkey_refused'))
    expect((await admin.confirm(authenticator)).status).toBe(200)
  })

  test('in another session of the same administrator', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const other = await elsewhere(admin)
    const credential = authenticator.get({ challenge: await admin.confirmationChallenge() })
    const confirmed = await other.call(confirmSession, { body: { credential } })
    expect(confirmed.body).toEqual(refused('passkey_refused'))
    await other.confirmationChallenge()
    const stolen = await other.call(confirmSession, { body: { credential } })
    expect(stolen.body).toEqual(refused('passkey_refused'))
    expect(await other.isUnconfirmed()).toBe(true)
  })

  test('when its challenge is five minutes old', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const credential = authenticator.get({ challenge: await admin.confirmationChallenge() })
    const { rows } = await site.owner.query<{ seconds: number }>(
      `UPDATE passkey_challenges SET expires_at = expires_at - interval '300 seconds'
       WHERE session_hash = $1 RETURNING extract(epoch FROM expires_at - now())::float AS seconds`,
      [admin.sessionHash],
    )
    expect(rows[0]?.seconds).toBeLessThanOrEqual(0)
    const late = await admin.call(confirmSession, { body: { credential } })
    expect(late.body).toEqual(refused('passkey_refused'))
  })

  test('with a signature of another key', async () => {
    const admin = await newAdministrator(site)
    const authenticator = newAuthenticator()
    await admin.add(authenticator)
    const challenge = await admin.confirmationChallenge()
    const { id, rawId } = authenticator.get({ challenge })
    const credential = { ...newAuthenticator().get({ challenge }), id, rawId }
    const forged = await admin.call(confirmSession, { body: { credential } })
    expect(forged.body).toEqual(refused('passkey_refused'))
  })
})
