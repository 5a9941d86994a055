import { lazily } from '../platform/once.ts'

const plainFormat = lazily(() => new Intl.NumberFormat('en'))
const signedFormat = lazily(() => new Intl.NumberFormat('en', { signDisplay: 'exceptZero' }))

const withMinus = (text: string): string => text.replace('-', '−')

/** '1,234' or '−50', with a real minus sign. */
export const plain = (value: number): string => withMinus(plainFormat().format(value))

/** '+50', '−50' or '0'. */
export const signed = (value: number): string => withMinus(signedFormat().format(value))

/** '1 flag', '12 flags'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${plain(count)} ${count === 1 ? one : many}`
