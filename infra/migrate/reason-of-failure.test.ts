import { expect, test } from 'vitest'
import { reasonOfFailure } from './reason-of-failure.ts'

test('a failed migration is explained in one line', () => {
  const untrusted = Object.assign(new Error('unable to verify the first certificate'), {
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  })
  expect(reasonOfFailure(untrusted)).toMatch(/^The certificate of PostgreSQL .* CA_FILE .*\.$/)
  expect(reasonOfFailure(new Error('relation "votes" exists\nat line 3'))).toBe(
    'relation "votes" exists',
  )
  expect(reasonOfFailure(new AggregateError([]))).toBe('AggregateError')
})
