type Area = {
  /** Whose code is changed. */
  mutate: readonly string[]
  /** The tests that have to notice. */
  tests: readonly string[]
}

/** What the safety of the site rests on: no change of its code may go unnoticed by its tests. */
export const areas = {
  passport: {
    mutate: ['packages/service-kit/src/passport.ts'],
    tests: ['packages/service-kit/src/passport.test.ts'],
  },
  limits: {
    mutate: ['gateway/src/limits/*.ts', '!**/*.test.ts'],
    tests: ['gateway/src/limits/*.test.ts'],
  },
  outbox: {
    mutate: ['packages/service-kit/src/outbox.ts'],
    tests: ['packages/service-kit/src/outbox*.test.ts'],
  },
  votes: {
    mutate: ['services/catalog/src/votes/{bursts,networks,rules,store}.ts'],
    tests: ['services/catalog/src/votes/{ballot-box,bursts,networks,rules,votes}.test.ts'],
  },
  'ballot-box': {
    mutate: ['services/catalog/src/votes/ballot-box.ts'],
    tests: ['services/catalog/src/votes/ballot-box.test.ts'],
  },
  'votes-held': {
    mutate: ['services/catalog/src/votes/{holds,http,votes-of}.ts'],
    tests: [
      'services/catalog/src/votes/{holds,votes,votes-of}.test.ts',
      'services/catalog/src/authors/departure.test.ts',
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
  'auth-budgets': {
    mutate: ['services/auth/src/sign-in/budget-rules.ts', 'services/auth/src/secrets.ts'],
    tests: ['services/auth/src/sign-in/budget-rules.test.ts', 'services/auth/src/secrets.test.ts'],
  },
  'auth-codes': {
    mutate: ['services/auth/src/sign-in/budgets.ts', 'services/auth/src/sign-in/code.ts'],
    tests: [
      'services/auth/src/sign-in/*code*.test.ts',
      'services/auth/src/sign-in/request.test.ts',
      'services/auth/src/own-account/deletion.test.ts',
      'services/auth/src/housekeeping.test.ts',
    ],
  },
  'auth-sign-in': {
    mutate: ['services/auth/src/sign-in/{flows,redeem}.ts'],
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
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export const areaNames = Object.keys(areas) as AreaName[]
