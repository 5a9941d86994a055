/**
 * Every call of section 7 of the specification, with the fields of its body; null for a call without body.
 */
export const calls = {
  'GET /api/auth/me': null,
  'POST /api/auth/magic-link': ['email'],
  'POST /api/auth/verify-code': ['email', 'code'],
  'POST /api/auth/verify': ['token'],
  'POST /api/auth/logout': null,
  'GET /api/auth/geolocation': null,
  'GET /api/boycotts': null,
  'POST /api/boycotts': ['targetName', 'location', 'category', 'reasons', 'sources'],
  'GET /api/boycotts/{id}': null,
  'POST /api/boycotts/{id}/vote': ['value'],
  'POST /api/boycotts/{id}/flag': ['reason'],
  'GET /api/boycotts/{id}/comments': null,
  'POST /api/boycotts/{id}/comments': ['content'],
  'GET /api/admin/stats': null,
  'GET /api/admin/flagged': null,
  // The design adds the version decided on and the reason, all optional.
  'POST /api/admin/submissions/{id}/approve': [],
  'POST /api/admin/submissions/{id}/remove': [],
  'POST /api/admin/submissions/{id}/super-boost': ['boostValue'],
  'POST /api/diagnostics/analyze': [
    'errorType',
    'errorMessage',
    'stackTrace',
    'userAction',
    'timestamp',
  ],
} as const satisfies Record<string, readonly string[] | null>

export type CallName = keyof typeof calls

/** The call that a request makes; undefined for other requests, and for a body with missing fields. */
export const callMade = (
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>> | null,
): CallName | undefined =>
  (Object.keys(calls) as CallName[]).find((name) => {
    const [verb, template = ''] = name.split(' ')
    const pattern = new RegExp(`^${template.replace('{id}', '[0-9A-Za-z]{8}')}$`)
    if (verb !== method || !pattern.test(path)) return false
    const fields: readonly string[] | null = calls[name]
    if (fields === null) return body === null
    return fields.every((field) => body !== null && Object.hasOwn(body, field))
  })
