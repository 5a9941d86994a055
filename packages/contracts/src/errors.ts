import * as z from 'zod/mini'

/** Every error of the API: its status and public sentence. */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'Please check what you entered and try again.' },
  invalid_code: { status: 400, message: 'Please check your code and try again.' },
  username_mismatch: { status: 400, message: 'This is not your username. It is case-sensitive.' },
  invalid_link: { status: 400, message: 'The login link is invalid or expired.' },
  code_exhausted: {
    status: 400,
    message: 'Too many wrong codes. Please use the link in the email, or request a new email.',
  },
  passkey_refused: {
    status: 400,
    message: 'The passkey could not be verified. Please try again, or use another one.',
  },
  signed_out: { status: 401, message: 'Please sign in and try again.' },
  passport_refused: { status: 401, message: 'This endpoint is internal.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  account_suspended: {
    status: 403,
    message: 'Your account is suspended. You can read but not post.',
  },
  other_admin_needed: {
    status: 403,
    message: 'You made this decision. Another administrator has to decide on the appeal.',
  },
  confirmation_needed: { status: 403, message: 'Confirm this with a passkey.' },
  recent_sign_in_needed: {
    status: 403,
    message:
      'Log out and sign in again. You can add your first passkey within 10 minutes of signing in.',
  },
  passkey_not_permitted: {
    status: 403,
    message:
      'You need permission to add your first passkey. Ask another administrator to reset your passkeys, or contact the operator of the site.',
  },
  cross_site_request: { status: 403, message: 'This request came from another site.' },
  jurisdiction_restricted: {
    status: 403,
    message: 'Signing in is not available in your location.',
  },
  not_representative: {
    status: 403,
    message: 'You have not proved that you speak for this business.',
  },
  not_found: { status: 404, message: 'Not found.' },
  submission_not_found: {
    status: 404,
    message: "The submission you're looking for doesn't exist or has been removed.",
  },
  comment_not_found: {
    status: 404,
    message: "The comment you're looking for doesn't exist or has been deleted.",
  },
  alternative_not_found: {
    status: 404,
    message: 'This alternative does not exist or has been removed.',
  },
  person_not_found: { status: 404, message: 'This member does not exist.' },
  business_not_found: { status: 404, message: 'This business does not exist.' },
  suggestion_not_found: { status: 404, message: 'This suggestion does not exist.' },
  source_not_found: { status: 404, message: 'This link is not among the sources.' },
  snapshot_not_found: { status: 404, message: 'This snapshot does not exist.' },
  update_not_found: { status: 404, message: 'This update does not exist.' },
  claim_not_found: { status: 404, message: 'This claim does not exist.' },
  response_not_found: {
    status: 404,
    message: "The response you're looking for doesn't exist or has been removed.",
  },
  passkey_not_found: { status: 404, message: 'This passkey does not exist.' },
  webhook_not_found: { status: 404, message: 'This webhook does not exist.' },
  delivery_not_found: { status: 404, message: 'This delivery does not exist.' },
  account_not_found: { status: 404, message: 'This account does not exist.' },
  notice_not_found: { status: 404, message: 'This link is invalid or has expired.' },
  appeal_not_found: { status: 404, message: 'This appeal does not exist.' },
  method_not_allowed: { status: 405, message: 'This endpoint does not support this method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  username_taken: {
    status: 409,
    message: 'This username is taken. Please choose another one.',
  },
  business_mismatch: {
    status: 409,
    message: 'The chosen business no longer has this name. Please choose it again.',
  },
  already_reported: { status: 409, message: 'You have already reported this.' },
  already_suggested: { status: 409, message: 'This has already been suggested.' },
  business_name_taken: {
    status: 409,
    message: 'Another business has this name. You can suggest that they are the same.',
  },
  parent_circle: { status: 409, message: 'A business cannot own itself or its owner.' },
  already_so: { status: 409, message: 'This is already so.' },
  no_website: {
    status: 409,
    message: 'No website is recorded for this business. Suggest one first.',
  },
  unprovable_website: {
    status: 409,
    message:
      'The domain of this website is shared by many. Suggest a website of the business with its own domain.',
  },
  public_mail_provider: {
    status: 409,
    message: 'Anyone can get an address at this domain. Please prove the domain in another way.',
  },
  already_representative: { status: 409, message: 'You already speak for this business.' },
  claim_closed: { status: 409, message: 'This claim has ended. Please start again.' },
  already_responded: {
    status: 409,
    message: 'This business has already responded. Edit its response instead.',
  },
  response_closed: { status: 409, message: 'This response has been removed.' },
  response_changed: {
    status: 409,
    message: 'This response was changed in the meantime. Check the current text and try again.',
  },
  too_many_versions: {
    status: 409,
    message: 'This response has reached the maximum number of versions.',
  },
  discussion_locked: { status: 409, message: 'This discussion is locked.' },
  too_many_follows: {
    status: 409,
    message: 'You follow as many things as possible. Unfollow some of them first.',
  },
  too_many_mutes: { status: 409, message: 'You can mute at most 500 members.' },
  too_many_webhooks: {
    status: 409,
    message: 'The site can have at most 20 webhooks. Delete one of them first.',
  },
  webhook_inactive: { status: 409, message: 'Resume this webhook before you replay deliveries.' },
  webhooks_off: {
    status: 409,
    message: 'The operator of this site has turned off connections to other servers.',
  },
  already_flagged: { status: 409, message: 'You have already flagged this submission.' },
  decision_conflict: {
    status: 409,
    message: 'Another administrator has already decided on this submission.',
  },
  comment_closed: { status: 409, message: 'This comment has been deleted or removed.' },
  comment_changed: {
    status: 409,
    message: 'This comment was changed in the meantime. Check the current text and try again.',
  },
  submission_changed: {
    status: 409,
    message: 'This boycott was changed in the meantime. Check the current text and try again.',
  },
  already_proposed: {
    status: 409,
    message: 'This alternative is already in the list. You can mark it as helpful.',
  },
  too_many_alternatives: {
    status: 409,
    message: 'The list of alternatives is full. Mark the best ones as helpful.',
  },
  own_alternative: {
    status: 409,
    message: 'You cannot mark your own alternative as helpful.',
  },
  own_comment: { status: 409, message: 'You cannot mark your own comment as helpful.' },
  already_helpful: {
    status: 409,
    message: 'Another account of your mailbox has already marked this comment as helpful.',
  },
  submission_merged: {
    status: 409,
    message: 'This boycott was merged into another one about the same matter.',
  },
  merge_into_newer: {
    status: 409,
    message: 'The older boycott stays. Merge the newer one into it.',
  },
  later_merge: { status: 409, message: 'Undo the later merge first.' },
  merge_final: { status: 409, message: 'A merge can be undone for 30 days only.' },
  already_appealed: { status: 409, message: 'You have already appealed against this decision.' },
  notice_open: { status: 409, message: 'This notice has not been decided yet.' },
  already_objected: { status: 409, message: 'You have already objected to this decision.' },
  objection_too_late: {
    status: 409,
    message: 'The time to object to this decision has ended.',
  },
  appeal_settled: { status: 409, message: 'This appeal has already been decided.' },
  own_account: { status: 409, message: 'You cannot suspend your own account.' },
  account_not_suspended: {
    status: 409,
    message: 'Only the votes of a suspended account can be voided.',
  },
  no_passkey: { status: 409, message: 'You have no passkey yet. Add one in your settings first.' },
  last_passkey: {
    status: 409,
    message: 'Passkeys are required on this site. Add another one before you remove your last one.',
  },
  too_many_passkeys: { status: 409, message: 'You can have at most 10 passkeys.' },
  own_passkeys: {
    status: 409,
    message: 'You cannot reset your own passkeys. Ask another administrator.',
  },
  last_admin: { status: 409, message: 'The last administrator cannot be suspended.' },
  body_too_large: { status: 413, message: 'The content is too large.' },
  uri_too_long: { status: 414, message: 'The URL is too long.' },
  not_json: { status: 415, message: 'The request body must be JSON.' },
  idempotency_mismatch: {
    status: 422,
    message: 'This was already sent with different content. Please try again.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: {
    status: 503,
    message: 'This part of the site is not available right now. Please try again in a moment.',
  },
  upstream_timeout: {
    status: 504,
    message: 'This is taking longer than it should. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** Body of every error response. */
export const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    requestId: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
})

export type ErrorBody = z.output<typeof errorBody>
