import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { isAway } from './errors.ts'

export type Log = Logger

const mailAddress = /[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+\.[^\s@<>"'(),:;]+/g
const secretInQuery = /([?&](?:token|code|email)=)[^&\s"]+/gi

/** What stands before the @ of a scoped package in a path: no address ends in a slash there. */
const scopedPackage = /(?<=\/node_modules\/)@(?=[\w.-]+\/)/g
/** Stands for that @ while addresses are looked for; in no text that is logged. */
const placeholder = '\u{E000}'

/** Takes mail addresses and secrets of a query string out of a text. */
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
    // Where it was noticed that something else is away says nothing, and there are many such lines at once.
    ...(isAway(error) ? {} : { stack: scrub(stack ?? '') }),
  }
}

/** JSON log of one service. Errors lose their details (rows, parameters) and every mail address. */
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
