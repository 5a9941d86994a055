import fc, { type Arbitrary } from 'fast-check'
import { type Attempt, type AttemptOf, validAttempt } from './attempts.ts'
import { characters } from './values.ts'

/** A valid request with one error. */
export const brokenAttempt: AttemptOf = (call) => {
  const flaws = [
    ...(call.body === null ? [unexpectedBody] : [brokenBody, brokenBody, brokenBody, noBody]),
    ...(call.template.includes(':') ? [brokenPath] : []),
    brokenQuery,
    strangeKey,
  ]
  return fc
    .tuple(
      validAttempt(call),
      fc.constantFrom(...flaws).chain((flaw) => flaw),
    )
    .map(([attempt, breakIt]) => ({ ...attempt, kind: 'broken', ...breakIt(attempt) }))
}

type Flaw = Arbitrary<(attempt: Attempt) => Partial<Attempt>>

/** Values of every type, including its edge cases. */
const strangeValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, false, 0, -1, 1.5, 1e21, -1e-7, 2 ** 53, '', ' ', [], {}),
  fc.constantFrom('x'.repeat(121), 'x'.repeat(501), 'x'.repeat(2_001), 'x'.repeat(5_001)),
  fc.jsonValue({ maxDepth: 3 }),
  characters,
)

const brokenBody: Flaw = fc
  .record({
    place: fc.nat(),
    name: fc.oneof(fc.constantFrom('id', 'score', 'authorId', 'isAdmin', 'approved'), fc.string()),
    value: strangeValue,
    how: fc.constantFrom('drop', 'add', 'change', 'replace'),
  })
  .map(({ place, name, value, how }) => (attempt) => {
    const given: unknown = JSON.parse(String(attempt.body ?? 'null'))
    if (how === 'replace' || typeof given !== 'object' || given === null) {
      return bodyWith(`body: ${how}`, value)
    }
    const names = Object.keys(given)
    const chosen = names[place % Math.max(names.length, 1)] ?? name
    const { [chosen]: _, ...others } = given as Record<string, unknown>
    if (how === 'drop') return bodyWith('body: drop', others)
    if (how === 'add') return bodyWith('body: add', { ...given, [name]: value })
    return bodyWith('body: change', { ...others, [chosen]: value })
  })

const bodyWith = (note: string, value: unknown): Partial<Attempt> => ({
  note,
  body: Buffer.from(JSON.stringify(value)),
})

const noBody: Flaw = fc.constant(() => ({ note: 'no body', body: null, framing: 'whole' }))

const unexpectedBody: Flaw = strangeValue.map((value) => (attempt) => ({
  ...bodyWith('a body where none is read', value),
  headers: [...attempt.headers, ['content-type', 'application/json']],
}))

const brokenPath: Flaw = fc
  .oneof(
    fc.stringMatching(/^[0-9A-Za-z_-]{1,40}$/),
    fc.constantFrom('constructor', '__proto__', '0'),
  )
  .map((id) => (attempt) => ({
    note: 'another id',
    target: attempt.target.replace(/\u27e8.*?\u27e9/, id),
  }))

const brokenQuery: Flaw = fc
  .tuple(
    fc.oneof(fc.constantFrom('page', 'limit', 'sort', 'search', 'state', 'boost'), fc.string()),
    fc.oneof(
      fc.constantFrom('0', '-1', '1.0', '1e1', '0x1', '٣', '+1', '99999999999999999999', 'hot', ''),
      characters,
    ),
  )
  .map(([name, value]) => (attempt) => ({
    note: 'query',
    target: `${attempt.target}${attempt.target.includes('?') ? '&' : '?'}${new URLSearchParams([[name, value]])}`,
  }))

const strangeKey: Flaw = fc
  .oneof(fc.constantFrom('', 'x', '1'.repeat(300)), fc.stringMatching(/^[!-~]{1,60}$/))
  .map((key) => (attempt) => ({
    note: 'idempotency key',
    headers: [
      ...attempt.headers.filter(([name]) => name !== 'idempotency-key'),
      ['idempotency-key', key],
    ],
  }))
