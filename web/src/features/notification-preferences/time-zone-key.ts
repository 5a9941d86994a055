/** The member whose time zone this browser has last sent or found to be known. */
export const timeZoneKey = 'answerable-time-zone'
