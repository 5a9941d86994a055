type Area = {
  /** The files to mutate. */
  mutate: readonly string[]
  /** The tests that must detect the mutations. */
  tests: readonly string[]
}

/** The security-critical code: its tests must detect every mutation. */
export const areas = {
  passport: {
    mutate: ['packages/service-kit/src/calls/passport.ts'],
    tests: ['packages/service-kit/src/calls/passport.test.ts'],
  },
  limits: {
    mutate: ['gateway/src/rate-limit/*.ts', '!**/*.test.ts'],
    tests: ['gateway/src/rate-limit/*.test.ts'],
  },
  outbox: {
    mutate: ['packages/service-kit/src/outbox/outbox.ts'],
    tests: ['packages/service-kit/src/outbox/*.test.ts'],
  },
  votes: {
    mutate: ['services/catalog/src/votes/{bursts,networks,rules,store}.ts'],
    tests: ['services/catalog/src/votes/{vote-batcher,bursts,networks,rules,votes}.test.ts'],
  },
  'vote-batcher': {
    mutate: ['services/catalog/src/votes/vote-batcher.ts'],
    tests: ['services/catalog/src/votes/vote-batcher.test.ts'],
  },
  'votes-held': {
    mutate: ['services/catalog/src/votes/{holds,http,account-votes}.ts'],
    tests: [
      'services/catalog/src/votes/{holds,votes,account-votes}.test.ts',
      'services/catalog/src/authors/erase-author.test.ts',
    ],
  },
  'auth-sessions': {
    mutate: ['services/auth/src/sessions/*.ts', '!**/*.test.ts'],
    tests: [
      'services/auth/src/sessions/*.test.ts',
      'services/auth/src/users/*.test.ts',
      'services/auth/src/own-account/own-account.test.ts',
    ],
  },
  'auth-passkeys': {
    mutate: ['services/auth/src/passkeys/*.ts', '!**/*.test.ts'],
    tests: ['services/auth/src/passkeys/*.test.ts'],
  },
  'auth-budgets': {
    mutate: ['services/auth/src/one-time-codes/budget-rules.ts', 'services/auth/src/secrets.ts'],
    tests: [
      'services/auth/src/one-time-codes/budget-rules.test.ts',
      'services/auth/src/secrets.test.ts',
    ],
  },
  'auth-codes': {
    mutate: [
      'services/auth/src/one-time-codes/budgets.ts',
      'services/auth/src/one-time-codes/check-code.ts',
    ],
    tests: [
      'services/auth/src/sign-in/*code*.test.ts',
      'services/auth/src/sign-in/request.test.ts',
      'services/auth/src/own-account/delete-account.test.ts',
      'services/auth/src/housekeeping.test.ts',
    ],
  },
  'auth-sign-in': {
    mutate: [
      'services/auth/src/one-time-codes/flows.ts',
      'services/auth/src/sessions/open-session.ts',
      'services/auth/src/sign-in/complete-sign-in.ts',
    ],
    tests: [
      'services/auth/src/sign-in/{code,link,request}.test.ts',
      'services/auth/src/own-account/*.test.ts',
      'services/auth/src/sessions/sessions.test.ts',
      'services/auth/src/housekeeping.test.ts',
    ],
  },
  'auth-requests': {
    mutate: ['services/auth/src/sign-in/http.ts'],
    tests: ['services/auth/src/sign-in/{code,link,request}.test.ts'],
  },
  requests: {
    mutate: [
      'gateway/src/identity/{cross-site,identity}.ts',
      'gateway/src/routing/request-target.ts',
    ],
    tests: ['gateway/src/identity/{cross-site,identity}.test.ts', 'gateway/src/routing/*.test.ts'],
  },
  'audit-log': {
    mutate: ['services/moderation/src/log/chain.ts'],
    tests: ['services/moderation/src/log/chain.test.ts'],
  },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export const areaNames = Object.keys(areas) as AreaName[]
