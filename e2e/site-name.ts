/** What the sites of the journeys are called; their settings are in sites.ts. */
export type SiteName = 'demo' | 'fresh'
