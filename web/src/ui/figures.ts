import { lazily } from '../platform/once.ts'

const plainFormat = lazily(() => new Intl.NumberFormat('en'))
const signedFormat = lazily(() => new Intl.NumberFormat('en', { signDisplay: 'exceptZero' }))

const decimalFormat = lazily(
  () =>
    new Intl.NumberFormat('en', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      signDisplay: 'negative',
    }),
)

const withMinus = (text: string): string => text.replace('-', '−')

/** '1,234' or '−50', with a real minus sign. */
export const plain = (value: number): string => withMinus(plainFormat().format(value))

/** '+50', '−50' or '0'. */
export const signed = (value: number): string => withMinus(signedFormat().format(value))

/** '1.00', '−0.55' or '0.00'. */
export const twoDecimals = (value: number): string => withMinus(decimalFormat().format(value))

/** '1 flag', '12 flags'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${plain(count)} ${count === 1 ? one : many}`

/** '1 person takes part', '12 people take part'. */
export const takingPart = (count: number): string =>
  `${counted(count, 'person', 'people')} ${count === 1 ? 'takes' : 'take'} part`

/** '12 votes', '12 votes and 1 join', '2 joins'. */
export const votesAndJoins = ({
  voteCount = 0,
  participationCount = 0,
}: {
  voteCount?: number
  participationCount?: number
}): string => {
  const votes = counted(voteCount, 'vote')
  if (participationCount === 0) return votes
  const joins = counted(participationCount, 'join')
  return voteCount === 0 ? joins : `${votes} and ${joins}`
}
