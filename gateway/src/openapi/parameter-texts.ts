import type { Route } from '@answerable/contracts/route'

/** The subject of the first parameter of a path. */
export const subjectOf = ({ path }: Route): string => {
  const collection =
    path
      .split(/\/:(?:id|slug|kind|snapshot)/)[0]
      ?.split('/')
      .at(-1) ?? ''
  return subjects[collection] ?? 'entry'
}

const subjects: Readonly<Record<string, string>> = {
  alternatives: 'alternative',
  appeals: 'appeal',
  boycotts: 'submission',
  businesses: 'business',
  comments: 'comment',
  follows: 'followed thing',
  notices: 'notice',
  'open-data': 'snapshot',
  suggestions: 'suggestion',
  responses: 'response',
  sessions: 'session',
  submissions: 'submission',
  updates: 'update',
  users: 'account',
}

/** By name: a query parameter means the same in every operation. */
export const parameterTexts: Readonly<Record<string, string>> = {
  page: 'Page number, starting at 1.',
  limit: 'Number of entries on a page.',
  sort: 'Order of the entries.',
  search:
    'Words to search for: whole words or their beginnings, in any order. IDs match as a whole.',
  q: 'Text to search for.',
  type: 'Kind of entries to find.',
  category: 'Category of the entries.',
  into: 'ID of the entry that remains.',
  country: 'Country of the entries, as ISO 3166-1 alpha-2 code.',
  month: 'Month in UTC, such as 2026-11.',
  status: 'Status of the boycotts.',
  period: 'Maximum age of the entries.',
  exact: 'Pass `true` to find no other spellings.',
  token: 'Token of the link in an email.',
  targetName: 'Name of the target of a boycott.',
  reasons: 'Reasons for a boycott, or their first words.',
  after: 'Value of `next` in the previous response.',
  key: 'Key of the entry.',
  kind: 'Kind of entries.',
  query: 'Words of the name or of an alias, or their beginnings.',
  boost: 'Super boost to preview.',
  url: 'Address of the page.',
  maxwidth: 'Largest width of the frame, in CSS pixels.',
  maxheight: 'Largest height of the frame, in CSS pixels.',
  format: 'Format of the response.',
  role: 'Role of the accounts to list.',
  state: 'Status of the entries to list.',
}
