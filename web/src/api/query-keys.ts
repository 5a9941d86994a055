const submissions = ['api', 'boycotts'] as const
const feeds = [...submissions, 'list'] as const

/** Keys of cached API responses. Invalidating a key invalidates every longer key that begins with it. */
export const queryKeys = {
  currentUser: ['api', 'auth', 'me'],
  sessionNumber: ['session'],
  geolocation: ['api', 'auth', 'geolocation'],
  ownAccount: ['api', 'account'],
  siteInformation: ['api', 'site'],
  moderationLog: ['api', 'moderation-log'],
  openData: ['api', 'open-data'],
  transparency: ['api', 'transparency'],
  businesses: ['api', 'businesses'],
  impact: ['api', 'impact'],
  suggestions: ['api', 'suggestions'],
  /** The user's claims to speak for businesses. */
  ownClaims: ['api', 'account', 'claims'],
  passkeys: ['api', 'account', 'passkeys'],
  ownUpdates: ['api', 'account', 'updates'],
  /** The boycotts in which the user takes part. */
  ownBoycotts: ['api', 'account', 'boycotts'],
  ownSuggestions: ['api', 'account', 'suggestions'],
  notifications: ['api', 'notifications'],
  /** Not below the notifications: a list brings it along. */
  unread: ['api', 'unread'],
  follows: ['api', 'follows'],
  people: ['api', 'people'],
  notificationPreferences: ['api', 'notification-preferences'],
  places: (text: string) => ['api', 'places', text] as const,
  /** The members that the user has muted. */
  mutes: ['api', 'account', 'mutes'],
  notice: (token: string) => ['api', 'notices', token] as const,
  placeCounts: ['api', 'places', 'counts'],
  /** Everything that only administrators read. */
  admin: ['api', 'admin'],
  /** Everything about submissions: feeds, details, comments, decisions. */
  submissions,
  feeds,
  /** Submissions that were searched for. Live changes patch them, but do not repeat the search. */
  found: [...submissions, 'found'],
  submission: (id: string) => [...submissions, 'one', id] as const,
  comments: (id: string) => [...submissions, 'comments', id] as const,
  responses: (id: string) => [...submissions, 'responses', id] as const,
  responseVersions: (id: string, version: number) =>
    ['api', 'responses', id, 'versions', version] as const,
  ranking: (id: string) => [...submissions, 'ranking', id] as const,
  votesByDay: (id: string) => [...submissions, 'votes-by-day', id] as const,
  timeline: (id: string) => [...submissions, 'timeline', id] as const,
  sources: (id: string) => [...submissions, 'sources', id] as const,
  alternatives: (id: string) => [...submissions, 'alternatives', id] as const,
  versions: (id: string) => [...submissions, 'versions', id] as const,
  /** Separate from the submission: the decision ends when the submission is public again. */
  ownDecision: (id: string) => [...submissions, 'decision', id] as const,
} as const
