import type { IncomingMessage } from 'node:http'
import type { BackendName } from '@answerable/contracts/route'
import type { Viewer } from '@answerable/contracts/sessions'
import { signPassport } from '@answerable/service-kit/calls/passport'
import type { Config } from '../config.ts'
import { clientAddress } from './client-address.ts'

/** Signs a service token with the viewer and the client address, valid for this call only. */
export const passportFor = (
  request: IncomingMessage,
  call: { audience: BackendName; method: string; path: string; viewer: Viewer | null },
  config: Pick<Config, 'PASSPORT_KEYS' | 'TRUST_PROXY_HOPS'>,
): string =>
  signPassport(config.PASSPORT_KEYS, {
    issuer: 'gateway',
    ...call,
    client: { address: clientAddress(request, config.TRUST_PROXY_HOPS) },
  })
