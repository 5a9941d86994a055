/** Names of all constants of section 9 of the specification, as used by the journeys that verify them. */
export const constants = [
  'code: 6 digits',
  'page size: 30',
  'sort options: hot, new, top; default hot',
  'listing stale after 10 s',
  'listing refetched every 30 s',
  'other queries: no retry',
  'other queries: no refocus refetch',
  'other queries: no polling, fresh forever',
  'unused data kept 5 minutes',
  'current-user cache: 5 minutes (300000 ms)',
  'current user: no retry',
  'geolocation cache: 5 minutes (300000 ms)',
  'geolocation retried 3 times',
  'toast limit: 1',
  'toast auto-dismiss: 3000 ms',
  'toast swipe threshold: 50 px',
  'toast hotkey: F8',
  'tour: 5 steps',
  'tour auto-open after 1500 ms',
  'tour close delay: 300 ms',
  'loading skeleton: 10 rows',
  'other countries: upper-case code',
  'reasons clamped to 2 lines',
  'reasons input: 6 rows',
  'sources input: 3 rows',
  'submission id length: 8',
  'defaults: score 0, superBoost 0, approved true, flagged false',
  'default: isAdmin false',
  'admin stat tiles: 4',
  'copy indicator clears after 2 seconds',
  'minimum age: 13',
  'roadmap: Q1 to Q4 2026',
  'categories: 11 with their labels',
  'theme: light, dark or system (default system)',
  'tour flags: onboarding-completed, answerable-onboarding-completed',
  'tour marks: submissions-list, voting-buttons, submit-button',
  'real-time: /ws, VOTE_UPDATE',
] as const
export type Constant = (typeof constants)[number]

/** Constants that no page shows, with the unit test that verifies them. */
export const constantsWithoutPage = {
  'toast removal delay: 1,000,000 ms': {
    file: 'web/src/ui/toast.test.tsx',
    test: 'a closed notification is removed after 1,000,000 ms',
  },
} as const
