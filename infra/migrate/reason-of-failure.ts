/** OpenSSL's codes for a certificate without a trusted authority. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Why a migration failed, in one line. */
export const reasonOfFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && untrusted.has(String(error.code)))
    return 'The certificate of PostgreSQL is not trusted. Set CA_FILE to the certificates of your authority.'
  return (error.message || error.name).split('\n')[0] ?? error.name
}
