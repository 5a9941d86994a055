import { createHash } from 'node:crypto'
import {
  isAnonymousReason,
  type NoticedContent,
  noticedContentAt,
  type postNotice,
} from '@answerable/contracts/notices'
import type { RouteRequest } from '@answerable/contracts/route'
import { AppError } from '@answerable/service-kit/errors'

type Request = RouteRequest<typeof postNotice>['body']

/** The content of a notice, each once. Throws `invalid_request` for addresses of anything else. */
export const contentOf = (addresses: readonly string[], origin: string): NoticedContent[] => {
  const found = new Map<string, NoticedContent>()
  for (const [index, address] of addresses.entries()) {
    const content = noticedContentAt(address, origin)
    if (content === null) {
      throw new AppError('invalid_request', { fields: { [`what.${index}`]: notOurs } })
    }
    found.set(content.path, content)
  }
  return [...found.values()]
}

const notOurs =
  'This is not the address of a boycott, comment, response, alternative, update, business or person on this site.'

/** Throws `invalid_request` unless the notifier gave a name and an address, or the law requires neither. */
export const requireNotifier = ({ reasonCode, who, email }: Request): void => {
  if (isAnonymousReason(reasonCode)) return
  const fields = {
    ...(who === undefined || who === '' ? { who: 'This field is required.' } : {}),
    ...(email === undefined ? { email: 'This field is required.' } : {}),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

/** Recognises a repeated request. Without the address, which this service does not store. */
export const requestHashOf = ({ what, reasonCode, why, who = '' }: Request): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([what, reasonCode, why, who]))
    .digest()
