import { lazily } from '../platform/once.ts'

const inUnit = (unit: 'second' | 'minute' | 'hour') =>
  lazily(() => new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }))

const seconds = inUnit('second')
const minutes = inUnit('minute')
const hours = inUnit('hour')

/** A duration in words, rounded up: '40 seconds', '3 minutes', '2 hours'. */
export const inWords = (lengthSeconds: number): string => {
  if (lengthSeconds <= 90) return seconds().format(Math.ceil(lengthSeconds))
  if (lengthSeconds <= 90 * 60) return minutes().format(Math.ceil(lengthSeconds / 60))
  return hours().format(Math.ceil(lengthSeconds / 3_600))
}
