import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { isAway } from './errors.ts'

export type Log = Logger

const mailAddress = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+\.[^\s@<>"'(),:;]+/g
const secretInQuery = /([?&](?:token|code|email)=)[^&\s"]+/gi

/** The text before the @ of a scoped package in a path. No address ends in a slash there. */
const scopedPackage = /(?<=\/node_modules\/)@(?=[\w.-]+\/)/g
/** Replaces that @ while addresses are removed; occurs in no logged text. */
const placeholder = '\u{E000}'

/** Removes mail addresses and secrets of a query string from a text. */
export const scrub = (text: string): string =>
  text
    .replace(scopedPackage, placeholder)
    .replace(mailAddress, '[address]')
    .replaceAll(placeholder, '@')
    .replace(secretInQuery, '$1[removed]')

const scrubbedError = (error: Error): object => {
  const { type, message, stack, code } = stdSerializers.err(error) as unknown as Record<
    string,
    string | undefined
  >
  return {
    type,
    code,
    message: scrub(message ?? ''),
    // The stack of an outage says nothing, and an outage causes many such lines.
    ...(isAway(error) ? {} : { stack: scrub(stack ?? '') }),
  }
}

/** The JSON log of one service. Removes details (rows, parameters) and mail addresses from errors. */
export const createLog = (
  options: { service: string; level: string },
  destination?: DestinationStream,
): Log =>
  pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: scrubbedError },
      redact: {
        paths: ['*.cookie', '*.authorization', '*.email', '*.token', 'email', 'token'],
        censor: '[removed]',
      },
    },
    ...(destination === undefined ? [] : [destination]),
  )
