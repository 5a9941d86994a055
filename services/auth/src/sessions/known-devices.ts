import { keyedHash, newSecret } from '../secrets.ts'

/**
 * The device cookie: a random id, and a keyed hash for each account that signed in with this browser. The service
 * stores nothing of it.
 */
type DeviceCookie = { id: string; marks: readonly string[] }

type Account = { userId: string; epoch: number }

const maxAccounts = 8
const markLength = 22
const pattern = new RegExp(`^[\\w-]{43}(?:\\.[\\w-]{${markLength}}){1,${maxAccounts}}$`)

/** Whether the account has signed in with this browser before. */
export const isKnownDevice = (
  codeKey: Buffer,
  cookie: string | undefined,
  account: Account,
): boolean => {
  const device = deviceIn(cookie)
  return device?.marks.includes(markOf(codeKey, device.id, account)) === true
}

/** The id of a browser, the same for all accounts. */
export const deviceIdOf = (cookie: string | undefined): string | null =>
  deviceIn(cookie)?.id ?? null

/** The cookie value that adds an account to a browser. */
export const rememberDevice = (
  codeKey: Buffer,
  cookie: string | undefined,
  account: Account,
): string => {
  const device = deviceIn(cookie) ?? { id: newSecret(), marks: [] }
  const mark = markOf(codeKey, device.id, account)
  const marks = [mark, ...device.marks.filter((other) => other !== mark)].slice(0, maxAccounts)
  return [device.id, ...marks].join('.')
}

const deviceIn = (cookie: string | undefined): DeviceCookie | null => {
  if (cookie === undefined || !pattern.test(cookie)) return null
  const [id = '', ...marks] = cookie.split('.')
  return { id, marks }
}

const markOf = (codeKey: Buffer, deviceId: string, { userId, epoch }: Account): string =>
  keyedHash(codeKey, 'device', `${deviceId} ${userId} ${epoch}`).slice(0, markLength)
