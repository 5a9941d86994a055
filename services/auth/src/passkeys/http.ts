import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
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
import { confirmationOptions, creationOptions } from './options.ts'
import { remove } from './remove.ts'
import { isPasskeyNeeded } from './rules.ts'
import { findPasskeyNeeded, findPasskeys, passkeyOf, setName } from './store.ts'

type UsedDeps = Pick<Deps, 'config' | 'pool' | 'log'>

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
    return transaction(pool, async (db) => {
      await mayAdd(db, config, caller)
      const challenge = await newChallenge(db, { ...caller, ceremony: 'add' })
      return creationOptions(config, {
        viewer,
        challenge,
        passkeys: await findPasskeys(db, viewer.id),
      })
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
    const challenge = await newChallenge(pool, { ...caller, ceremony: 'confirm' })
    return confirmationOptions(config, { challenge, passkeys: found })
  })

  serve(router, confirmSession, async (request) => {
    const until = await confirmWithPasskey(deps, callerOf(request), request.body.credential)
    if (until !== null) return { confirmedUntil: until.toISOString() }
    request.log.warn({ userId: request.viewer.id }, 'confirmation with a passkey refused')
    throw new AppError('passkey_refused')
  })
}
