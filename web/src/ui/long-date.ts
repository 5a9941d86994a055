import { lazily } from '../platform/once.ts'

const format = lazily(() => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }))

/** 'December 20, 1956' of 1956-12-20, or of a time on that day in UTC. */
export const longDate = (date: string): string => format().format(new Date(date))
