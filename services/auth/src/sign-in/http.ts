import {
  previewLink,
  requestMagicLink,
  verifyCode,
  verifyLink,
} from '@answerable/contracts/sign-in'
import { transaction } from '@answerable/service-kit/db'
import { AppError } from '@answerable/service-kit/errors'
import { type Network, networksOf } from '@answerable/service-kit/http/client-address'
import { type HandlerRequest, type Router, reply, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { requireAllowedLocation } from '../geolocation/http.ts'
import { queueMail } from '../mail/outbox.ts'
import type { BudgetName } from '../one-time-codes/budget-rules.ts'
import { type Charge, chargeOf, refund, spend } from '../one-time-codes/budgets.ts'
import { checkCode } from '../one-time-codes/check-code.ts'
import { createFlow, findLink, redeemCode, redeemLink } from '../one-time-codes/flows.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { deviceCookieName, flowCookie, flowCookieName } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import type { Visit } from '../sessions/open-session.ts'
import { mailboxOf } from '../users/mailboxes.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { findKnownBrowser } from './known-browser.ts'
import { maskedAddress } from './masked-address.ts'

export const signIn = (
  router: Router,
  deps: Pick<Deps, 'config' | 'pool' | 'relay' | 'log' | 'mailSender' | 'countryOf'>,
): void => {
  const { config } = deps

  const visitOf = (request: Browser): Visit => ({
    cookie: request.cookie,
    requestId: request.requestId,
    device: deviceOf(request.header('user-agent')),
    country: deps.countryOf(request.clientAddress),
    requireCaller: request.requireCaller,
  })

  serve(router, requestMagicLink, async ({ body, clientAddress, cookie, log, requireCaller }) => {
    requireAllowedLocation(deps, clientAddress)
    const flowSecret = newSecret()
    await startFlow(
      { ...deps, log },
      {
        email: body.email,
        networks: networksOf(clientAddress),
        deviceCookie: cookie(deviceCookieName(config)),
        flowSecret,
        requireCaller,
      },
    )
    deps.mailSender.wake()
    return reply({ sent: true }, { 'set-cookie': [flowCookie(config, flowSecret)] })
  })

  serve(router, verifyCode, async (request) => {
    const { body, log } = request
    // Before a try is counted.
    request.requireCaller()
    requireAllowedLocation(deps, request.clientAddress)
    const flowSecret = request.cookie(flowCookieName(config))
    const knownAs = await findKnownBrowser(deps.pool, config.CODE_KEY, {
      email: body.email,
      deviceCookie: request.cookie(deviceCookieName(config)),
    })
    const network = widestOf(networksOf(request.clientAddress))
    const { target, charges } = await checkCode(
      { ...deps, log },
      { ...body, flowSecret, purpose: 'sign-in', browser: { network, knownAs } },
    )
    return completeSignIn({ ...deps, log }, visitOf(request), async (db) => {
      const email = await redeemCode(db, target)
      if (email === null) throw new AppError('invalid_code')
      await refund(db, charges)
      return email
    })
  })

  serve(router, previewLink, async ({ body, cookie }) => {
    const link = await findLink(deps.pool, hashOf(body.token))
    if (link === null) throw new AppError('invalid_link')
    const flowSecret = cookie(flowCookieName(config))
    const askedHere = flowSecret !== undefined && hashOf(flowSecret) === link.cookieHash
    return reply({ address: maskedAddress(link.email), askedHere }, { 'cache-control': 'no-store' })
  })

  serve(router, verifyLink, async (request) => {
    requireAllowedLocation(deps, request.clientAddress)
    return completeSignIn({ ...deps, log: request.log }, visitOf(request), async (db) => {
      const email = await redeemLink(db, hashOf(request.body.token))
      if (email === null) throw new AppError('invalid_link')
      return email
    })
  })
}

type Browser = Pick<
  HandlerRequest<typeof verifyLink>,
  'cookie' | 'requestId' | 'header' | 'clientAddress' | 'requireCaller'
>

/** Creates a flow and queues its mail, in one transaction, within the budgets. */
const startFlow = (
  { config, pool, log }: Pick<Deps, 'config' | 'pool' | 'log'>,
  request: {
    email: string
    networks: readonly Network[]
    deviceCookie: string | undefined
    flowSecret: string
    requireCaller: () => void
  },
): Promise<void> =>
  transaction(pool, async (db) => {
    const knownBrowser = await findKnownBrowser(db, config.CODE_KEY, request)
    const verdict = await spend(db, mailCharges(config.CODE_KEY, { ...request, knownBrowser }))
    // Unknown addresses have the same budgets, so that a refusal reveals nothing about an account.
    if (verdict.kind === 'refused') {
      log.info({ budget: verdict.budget }, 'sign-in budget exhausted')
      throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
    const cookieHash = hashOf(request.flowSecret)
    await queueMail(
      db,
      await createFlow(db, { email: request.email, cookieHash, purpose: 'sign-in' }),
    )
    // If the response cannot be delivered, the browser has no cookie for the code, so the request must not count.
    request.requireCaller()
  })

const mailCharges = (
  codeKey: Buffer,
  request: { email: string; networks: readonly Network[]; knownBrowser: string | null },
): Charge[] => {
  const { networks, knownBrowser } = request
  const mailbox = mailboxOf(request.email)
  if (knownBrowser !== null) {
    return [chargeOf(codeKey, 'mails to known browser', `${knownBrowser} ${mailbox}`)]
  }
  return [
    chargeOf(codeKey, 'mails to mailbox', mailbox),
    chargeOf(codeKey, 'mails to mailbox from network', `${widestOf(networks)} ${mailbox}`),
    ...networks.map(({ name, prefix }) => chargeOf(codeKey, mailsFrom[prefix], name)),
  ]
}

const mailsFrom = {
  32: 'mails from network',
  64: 'mails from network',
  56: 'mails from network, /56',
  48: 'mails from network, /48',
} as const satisfies Record<Network['prefix'], BudgetName>

/** Shares are counted by the widest network, so that the holder of a /48 does not get one per /64. */
const widestOf = (networks: readonly Network[]): string => networks.at(-1)?.name ?? 'unknown'
