import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNotice } from '../notices.ts'
import type { CallName } from './calls.ts'
import type { Constant } from './constants.ts'
import type { Subject, TextOf } from './texts.ts'

/** What a journey has verified of the specification, or its failure, for the final count. */
export type Claim =
  | { kind: 'text'; subject: Subject; name: string }
  | { kind: 'call'; name: CallName }
  | { kind: 'constant'; name: Constant }
  | { kind: 'journey'; name: string }
  | { kind: 'failure'; name: string; file: string }

const claimsFile = join(import.meta.dirname, '../../.cache/e2e-claims.jsonl')

export const clearClaims = (): void => writeFileSync(claimsFile, '')

export const claim = (made: Claim): void => appendFileSync(claimsFile, `${JSON.stringify(made)}\n`)

export const claims = (): readonly Claim[] =>
  readFileSync(claimsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Claim)

/** Values for the placeholders of a text: `{ '{n}': '38' }`. */
type Filled = Readonly<Record<string, string>>

/** Expects a text of the specification to be visible on the page, and records the claim. */
export const seesOf =
  <S extends Subject>(subject: S) =>
  async (where: Page | Locator, text: TextOf<S>, filled: Filled = {}): Promise<void> => {
    await expect(
      where.getByText(fill(text, filled), { exact: true }).filter({ visible: true }).first(),
      `'${text}' is visible`,
    ).toBeVisible()
    claim({ kind: 'text', subject, name: text })
  }

/**
 * Expects a notification with a text of the specification, even if it has disappeared, and records the claim.
 */
export const notifiesOf =
  <S extends Subject>(subject: S) =>
  async (page: Page, text: TextOf<S>, filled: Filled = {}): Promise<void> => {
    await expectNotice(page, { lines: [fill(text, filled)] })
    claim({ kind: 'text', subject, name: text })
  }

const fill = (text: string, filled: Filled): string =>
  Object.entries(filled).reduce<string>((before, [gap, value]) => before.replace(gap, value), text)

/** Records that a constant holds. Call it after the expectations that verify it. */
export const holds = (name: Constant): void => claim({ kind: 'constant', name })
