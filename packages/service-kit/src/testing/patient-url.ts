const patience = {
  options: '-c statement_timeout=120s -c lock_timeout=60s',
  query_timeout: '150000',
  connect_timeout: '120',
}

/** The address of a database on which no statement, lock or connection is given up on a slow machine. */
export const patientUrl = (strictUrl: string): string => {
  const url = new URL(strictUrl)
  for (const [name, value] of Object.entries(patience)) url.searchParams.set(name, value)
  return url.href
}
