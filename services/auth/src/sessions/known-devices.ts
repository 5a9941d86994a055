import { keyedHash, newSecret } from '../secrets.ts'

/**
 * What a browser keeps: a number, and for each account that signed in with it a mark which only this
 * service can make. Nothing of it is kept here.
 */
type DeviceCookie = { id: string; marks: readonly string[] }

type Account = { userId: string; epoch: number }

const mostAccounts = 8
const markLength = 22
const pattern = new RegExp(`^[\\w-]{43}(?:\\.[\\w-]{${markLength}}){1,${mostAccounts}}$`)

/** Whether the account was signed in to with this browser before. */
export const isKnownDevice = (
  codeKey: Buffer,
  cookie: string | undefined,
  account: Account,
): boolean => {
  const device = deviceIn(cookie)
  return device?.marks.includes(markOf(codeKey, device.id, account)) === true
}

/** By what a browser is told from others: the same whatever accounts are signed in to with it. */
export const deviceIdOf = (cookie: string | undefined): string | null =>
  deviceIn(cookie)?.id ?? null

/** The cookie of a browser that the account is signed in to with from now on. */
export const rememberDevice = (
  codeKey: Buffer,
  cookie: string | undefined,
  account: Account,
): string => {
  const device = deviceIn(cookie) ?? { id: newSecret(), marks: [] }
  const mark = markOf(codeKey, device.id, account)
  const marks = [mark, ...device.marks.filter((other) => other !== mark)].slice(0, mostAccounts)
  return [device.id, ...marks].join('.')
}

const deviceIn = (cookie: string | undefined): DeviceCookie | null => {
  if (cookie === undefined || !pattern.test(cookie)) return null
  const [id = '', ...marks] = cookie.split('.')
  return { id, marks }
}

const markOf = (codeKey: Buffer, deviceId: string, { userId, epoch }: Account): string =>
  keyedHash(codeKey, 'device', `${deviceId} ${userId} ${epoch}`).slice(0, markLength)
