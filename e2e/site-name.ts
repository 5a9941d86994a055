/** Names of the journeys' sites; their settings are in sites.ts. */
export type SiteName = 'demo' | 'fresh' | 'linked' | 'unchecked' | 'webhooks'
