/** An address at which nothing listens. */
export const nobody = 'http://127.0.0.1:9'

/** The gateway's settings while all services are away. A test replaces those of the services that it starts. */
export const servicesAway = {
  AUTH_URL: nobody,
  CATALOG_URL: nobody,
  MODERATION_URL: nobody,
  DIAGNOSTICS_URL: nobody,
  NOTIFICATIONS_URL: nobody,
  EVIDENCE_URL: nobody,
  REALTIME_URL: nobody,
} as const
