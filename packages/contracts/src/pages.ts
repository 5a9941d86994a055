/** Every page of the site; any other path returns the 404 page with status 404. */
export const pages = {
  home: '/',
  submit: '/submit',
  boycott: '/boycott/:id',
  boycottHistory: '/boycott/:id/history',
  boycottSheet: '/boycott/:id/sheet',
  search: '/search',
  businesses: '/businesses',
  business: '/businesses/:slug',
  claimBusiness: '/businesses/:slug/claim',
  impact: '/impact',
  places: '/places',
  country: '/places/:country',
  admin: '/admin',
  adminErrors: '/admin/errors',
  adminVotes: '/admin/votes',
  adminUpdates: '/admin/updates',
  adminSuggestions: '/admin/suggestions',
  adminReplies: '/admin/replies',
  adminWebhooks: '/admin/webhooks',
  moderationLog: '/moderation-log',
  openData: '/open-data',
  transparency: '/transparency',
  settings: '/settings',
  notifications: '/notifications',
  myBoycotts: '/my-boycotts',
  unsubscribe: '/unsubscribe',
  person: '/people/:username',
  about: '/about',
  howItWorks: '/how-it-works',
  guidelines: '/guidelines',
  privacy: '/privacy',
  terms: '/terms',
  donate: '/donate',
  roadmap: '/roadmap',
  notice: '/notice',
  noticeStatus: '/notice/status',
  authCallback: '/auth/callback',
} as const

export const boycottPath = (id: string): string => `/boycott/${id}`
export const boycottHistoryPath = (id: string): string => `/boycott/${id}/history`
/** The sheet to print. */
export const boycottSheetPath = (id: string): string => `/boycott/${id}/sheet`
export const countryPath = (code: string): string => `/places/${code}`
export const personPath = (username: string): string => `/people/${encodeURIComponent(username)}`
export const businessPath = (slug: string): string => `/businesses/${encodeURIComponent(slug)}`
export const claimPath = (slug: string): string => `${businessPath(slug)}/claim`

/** The form with the name of the target filled in, or the name and the business. */
export const submitPath = (given: { name: string; business?: string }): string =>
  `/submit?${new URLSearchParams(given)}`

/** The form with the address of the content filled in. */
export const noticePath = (about: string): string => `/notice?${new URLSearchParams({ about })}`
