const patience = {
  options: '-c statement_timeout=120s -c lock_timeout=60s',
  query_timeout: '150000',
  connect_timeout: '120',
}

/** The URL of a database without statement, lock and connection timeouts, so that slow machines pass. */
export const patientUrl = (strictUrl: string): string => {
  const url = new URL(strictUrl)
  for (const [name, value] of Object.entries(patience)) url.searchParams.set(name, value)
  return url.href
}
