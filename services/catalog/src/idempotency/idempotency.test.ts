import { randomUUID } from 'node:crypto'
import { submitBoycott } from '@answerable/contracts/submissions'
import { newMember } from '@answerable/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proposal, startCatalog, type TestCatalog } from '../testing/fixtures.ts'

let service: TestCatalog

beforeAll(async () => {
  service = await startCatalog()
})
afterAll(() => service.stop())

describe('an Idempotency-Key', () => {
  const submit = (key: string, viewer: ReturnType<typeof newMember>, targetName = 'Acme') =>
    service.call(
      submitBoycott,
      { body: { ...proposal, targetName } },
      { viewer, headers: { 'idempotency-key': key } },
    )

  test('makes a repeat return the first result', async () => {
    const [key, viewer] = [randomUUID(), newMember()]
    const first = await submit(key, viewer)
    const second = await submit(key.toUpperCase(), viewer)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
  })

  test('makes simultaneous repeats create one', async () => {
    const [key, viewer] = [randomUUID(), newMember()]
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => submit(key, viewer)))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    const { rowCount } = await service.db.query('SELECT FROM submissions WHERE author_id = $1', [
      viewer.id,
    ])
    expect(rowCount).toBe(1)
  })

  test('refuses another body with 422', async () => {
    const [key, viewer] = [randomUUID(), newMember()]
    await submit(key, viewer)
    const response = await submit(key, viewer, 'Other')
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({ error: { code: 'idempotency_mismatch' } })
  })

  test('belongs to its author', async () => {
    const key = randomUUID()
    const [mine, theirs] = [await submit(key, newMember()), await submit(key, newMember())]
    expect(mine.body.id).not.toBe(theirs.body.id)
  })

  test('is valid for 24 hours', async () => {
    const [key, viewer] = [randomUUID(), newMember()]
    const first = await submit(key, viewer)
    await service.db.query(
      `UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'
       WHERE key = $1`,
      [key],
    )
    const second = await submit(key, viewer, 'Other')
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('that is not a UUID is refused with 400', async () => {
    const response = await submit('once', newMember())
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      error: { fields: { 'Idempotency-Key': expect.any(String) } },
    })
  })
})
