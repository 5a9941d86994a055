import { randomUUID } from 'node:crypto'
import { applyAccountDecision } from '@answerable/contracts/accounts'
import { passkeysReset } from '@answerable/contracts/events'
import { beginPasskey, listPasskeys, removePasskey } from '@answerable/contracts/passkeys'
import { until } from '@answerable/service-kit/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, inSession, newAdministrator } from '../testing/administrators.ts'
import {
  type AuthSite,
  newPerson,
  sessionsOf,
  signInByLink,
  startAuth,
} from '../testing/auth-site.ts'
import { newAuthenticator } from '../testing/authenticator.ts'
import { administer } from '../users/admin-command.ts'

let optional: AuthSite
let required: AuthSite
const resets: { decisionId: string; userId: string }[] = []
beforeAll(async () => {
  optional = await startAuth()
  required = await startAuth({ ADMIN_PASSKEYS: 'required' })
  await optional.bus.subscribe(passkeysReset, { everyInstanceOf: 'test' }, async ({ payload }) => {
    resets.push(payload)
  })
})
afterAll(async () => {
  await optional.stop()
  await required.stop()
})

const refused = (code: string) =>
  expect.objectContaining({ error: expect.objectContaining({ code }) })

const command = (site: AuthSite, action: string, email: string) =>
  administer([action, email], { DATABASE_URL: site.database.url })

const signInAgain = async (site: AuthSite, { person }: Pick<Administrator, 'person'>) => {
  await site.owner.query('DELETE FROM budgets')
  return inSession(site, (await signInByLink(site, person)).cookies)
}

const reset = (site: AuthSite, accountId: string, adminId: string) =>
  site.call(
    applyAccountDecision,
    { body: { decisionId: randomUUID(), kind: 'reset-passkeys', accountId, adminId } },
    { issuer: 'moderation' },
  )

describe('where passkeys are required', () => {
  test('an administrator without one is unconfirmed, and adds one by the permission of the operator', async () => {
    const admin = await newAdministrator(required)
    expect(await admin.isUnconfirmed()).toBe(true)
    const { body } = await admin.call(listPasskeys, {})
    expect(body).toEqual({ required: true, needed: true, passkeys: [] })
    expect((await admin.call(beginPasskey, {})).body).toEqual(refused('passkey_not_permitted'))
    expect(await command(required, 'reset-passkeys', admin.email)).toBe(0)
    const again = await signInAgain(required, admin)
    expect(await again.isUnconfirmed()).toBe(true)
    expect((await again.add()).status).toBe(201)
    expect(await again.isUnconfirmed()).toBe(false)
  })

  test('the permission comes with the role, and ends after a day or with the first passkey', async () => {
    const person = newPerson()
    await signInByLink(required, person)
    expect(await command(required, 'grant', person.email)).toBe(0)
    const admin = await signInAgain(required, { person })
    await required.owner.query(
      `UPDATE users SET first_passkey_until = first_passkey_until - interval '24 hours' WHERE email = $1`,
      [person.email],
    )
    expect((await admin.call(beginPasskey, {})).body).toEqual(refused('passkey_not_permitted'))
    await required.owner.query(
      `UPDATE users SET first_passkey_until = now() + interval '1 hour' WHERE email = $1`,
      [person.email],
    )
    await admin.add()
    const { rows } = await required.owner.query<{ until: Date | null }>(
      'SELECT first_passkey_until AS until FROM users WHERE email = $1',
      [person.email],
    )
    expect(rows).toEqual([{ until: null }])
  })

  test('the last passkey stays, another one can go', async () => {
    const person = newPerson()
    await signInByLink(required, person)
    await command(required, 'grant', person.email)
    const admin = await signInAgain(required, { person })
    const first = (await admin.add()).body
    const second = (await admin.add()).body
    const remove = (id: string) => admin.call(removePasskey, { params: { id } })
    expect((await remove(first.id)).status).toBe(204)
    expect((await remove(second.id)).body).toEqual(refused('last_passkey'))
    expect((await admin.call(listPasskeys, {})).body.passkeys).toEqual([second])
  })
})

describe('a reset', () => {
  test('by an administrator with a passkey ends the sessions; decisions need a new passkey', async () => {
    const [helper, loser] = [await newAdministrator(optional), await newAdministrator(optional)]
    await helper.add()
    const lost = newAuthenticator()
    await loser.add(lost)
    const response = await reset(optional, loser.id, helper.id)
    expect(response.status).toBe(200)
    expect(response.body.after).toEqual(response.body.before)
    expect(await sessionsOf(optional, loser.email)).toBe(0)
    const again = await signInAgain(optional, loser)
    expect(await again.isUnconfirmed()).toBe(true)
    const { body } = await again.call(listPasskeys, {})
    expect(body).toEqual({ required: false, needed: true, passkeys: [] })
    expect((await again.add()).status).toBe(201)
  })

  test.each(['own_passkeys', 'no_passkey', 'account_not_found', 'forbidden'])(
    'is refused: %s',
    async (code) => {
      const [helper, other] = [await newAdministrator(optional), await newAdministrator(optional)]
      if (code !== 'no_passkey') await helper.add()
      if (code === 'account_not_found')
        await optional.owner.query('UPDATE users SET is_admin = false WHERE id = $1', [other.id])
      if (code === 'forbidden')
        await optional.owner.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
          helper.id,
        ])
      const subject = code === 'own_passkeys' ? helper.id : other.id
      expect((await reset(optional, subject, helper.id)).body).toEqual(refused(code))
    },
  )

  test('by the operator is published for the log, once, with ids only', async () => {
    const admin = await newAdministrator(optional)
    await admin.add()
    const before = resets.length
    expect(await command(optional, 'reset-passkeys', admin.email)).toBe(0)
    const event = await until(() => {
      const [event] = resets.slice(before)
      if (event === undefined) throw new Error('no event yet')
      return event
    })
    expect(event).toEqual({ decisionId: expect.any(String), userId: admin.id })
    // Moderation gets the stored effect for the id, although no administrator decided.
    const logged = await optional.call(
      applyAccountDecision,
      {
        body: {
          decisionId: event.decisionId,
          kind: 'reset-passkeys',
          accountId: admin.id,
          adminId: '00000000-0000-0000-0000-000000000000',
        },
      },
      { issuer: 'moderation' },
    )
    expect(logged.body.after).toMatchObject({ id: admin.id, role: 'admin' })
    expect(resets.slice(before)).toHaveLength(1)
  })

  test('by the operator is refused for an account that is not an administrator', async () => {
    const person = newPerson()
    await signInByLink(optional, person)
    expect(await command(optional, 'reset-passkeys', person.email)).toBe(1)
    expect(await command(optional, 'reset-passkeys', 'nobody@example.org')).toBe(1)
  })
})

test('losing the role deletes the passkeys', async () => {
  const admin = await newAdministrator(optional)
  await admin.add()
  expect(await command(optional, 'revoke', admin.email)).toBe(0)
  const { rows } = await optional.owner.query(
    `SELECT passkey_needed AS needed, (SELECT count(*) FROM passkeys WHERE user_id = users.id) AS count
     FROM users WHERE id = $1`,
    [admin.id],
  )
  expect(rows).toEqual([{ needed: false, count: 0 }])
})
