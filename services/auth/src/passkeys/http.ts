import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  challengeSeconds,
  confirmSession,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@answerable/contracts/passkeys'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type HandlerRequest, type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { hashOf } from '../secrets.ts'
import { sessionCookieName } from '../sessions/cookies.ts'
import { add, mayAdd } from './add.ts'
import { newChallenge } from './challenges.ts'
import { confirmWithPasskey } from './confirm.ts'
import { relyingPartyOf } from './relying-party.ts'
import { remove } from './remove.ts'
import { isPasskeyNeeded } from './rules.ts'
import { findPasskeyNeeded, findPasskeys, passkeyOf, type StoredPasskey, setName } from './store.ts'

type UsedDeps = Pick<Deps, 'config' | 'pool' | 'log'>

const timeout = challengeSeconds * 1_000
/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]
const uncached = { 'cache-control': 'no-store' }

/** The passkeys of administrators, and confirmations with them. */
export const passkeys = (router: Router, deps: UsedDeps): void => {
  const { config, pool } = deps
  const callerOf = ({
    viewer,
    cookie,
  }: Pick<HandlerRequest<typeof listPasskeys>, 'viewer' | 'cookie'>) => ({
    userId: viewer.id,
    sessionHash: hashOf(cookie(sessionCookieName(config)) ?? ''),
  })

  serve(router, listPasskeys, async ({ viewer }) => {
    const found = await findPasskeys(pool, viewer.id)
    const required = config.ADMIN_PASSKEYS === 'required'
    const needed = isPasskeyNeeded(await findPasskeyNeeded(pool, viewer.id), config)
    return reply({ required, needed, passkeys: found.map(passkeyOf) }, uncached)
  })

  serve(router, beginPasskey, async (request) => {
    const { viewer } = request
    const caller = callerOf(request)
    const { id, name } = relyingPartyOf(config)
    return transaction(pool, async (db) => {
      await mayAdd(db, config, caller)
      return {
        challenge: await newChallenge(db, { ...caller, ceremony: 'add' }),
        rp: { id, name },
        user: {
          // Authenticators store the names; the id must not identify the person.
          id: Buffer.from(viewer.id.replaceAll('-', ''), 'hex').toString('base64url'),
          name: viewer.username,
          displayName: viewer.username,
        },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout,
        attestation: 'none' as const,
        authenticatorSelection: {
          residentKey: 'preferred' as const,
          userVerification: 'required' as const,
        },
        excludeCredentials: (await findPasskeys(db, viewer.id)).map(descriptorOf),
      }
    })
  })

  serve(router, addPasskey, async (request) => {
    const added = await add(deps, callerOf(request), request.body)
    request.log.info({ userId: request.viewer.id }, 'passkey added')
    return passkeyOf(added)
  })

  serve(router, renamePasskey, async ({ viewer, params, body }) => {
    const renamed = await setName(pool, { userId: viewer.id, id: params.id, name: body.name })
    if (renamed === null) throw new AppError('passkey_not_found')
    return passkeyOf(renamed)
  })

  serve(router, removePasskey, async (request) => {
    await remove(deps, callerOf(request), request.params.id)
    request.log.info({ userId: request.viewer.id }, 'passkey removed')
    return undefined
  })

  serve(router, beginConfirmation, async (request) => {
    const caller = callerOf(request)
    const found = await findPasskeys(pool, caller.userId)
    if (found.length === 0) throw new AppError('no_passkey')
    return {
      challenge: await newChallenge(pool, { ...caller, ceremony: 'confirm' }),
      rpId: relyingPartyOf(config).id,
      timeout,
      userVerification: 'required' as const,
      allowCredentials: found.map(descriptorOf),
    }
  })

  serve(router, confirmSession, async (request) => {
    const until = await confirmWithPasskey(deps, callerOf(request), request.body.credential)
    if (until !== null) return { confirmedUntil: until.toISOString() }
    request.log.warn({ userId: request.viewer.id }, 'confirmation with a passkey refused')
    throw new AppError('passkey_refused')
  })
}

const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})
