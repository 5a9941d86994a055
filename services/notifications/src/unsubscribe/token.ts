import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NoticeKind, noticeKinds } from '@answerable/contracts/notifications'

/** What a link ends: the mails about one kind of notice, or all digests of a day or a week. */
export type Scope = NoticeKind | 'daily' | 'weekly'

/** A token is the member's id, the number of its scope and an HMAC of both under the member's own key. */
const scopes: readonly Scope[] = ['daily', 'weekly', ...(Object.keys(noticeKinds) as NoticeKind[])]

const [idBytes, macBytes] = [16, 24]

export const tokenOf = (recipient: { userId: string; linkKey: Buffer }, scope: Scope): string => {
  const head = Buffer.alloc(idBytes + 1)
  head.write(recipient.userId.replaceAll('-', ''), 'hex')
  head.writeUInt8(scopes.indexOf(scope), idBytes)
  return Buffer.concat([head, macOf(recipient.linkKey, head)]).toString('base64url')
}

/** The member and the scope that a token names, not yet verified; null if it is no token. */
export const readToken = (token: string): { userId: string; scope: Scope } | null => {
  const bytes = Buffer.from(token, 'base64url')
  const scope = scopes[bytes[idBytes] ?? scopes.length]
  if (bytes.length !== idBytes + 1 + macBytes || scope === undefined) return null
  const hex = bytes.toString('hex', 0, idBytes)
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { userId, scope }
}

/** Whether a token was made with this member's key. */
export const isGenuine = (token: string, linkKey: Buffer): boolean => {
  const bytes = Buffer.from(token, 'base64url')
  const [head, mac] = [bytes.subarray(0, idBytes + 1), bytes.subarray(idBytes + 1)]
  return mac.length === macBytes && timingSafeEqual(mac, macOf(linkKey, head))
}

const macOf = (linkKey: Buffer, head: Buffer): Buffer =>
  createHmac('sha256', linkKey).update('unsubscribe').update(head).digest().subarray(0, macBytes)
