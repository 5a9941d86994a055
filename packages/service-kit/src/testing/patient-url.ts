const patientOptions = '-c statement_timeout=120s -c lock_timeout=60s'
const patience = { query_timeout: '150000', connect_timeout: '120' }

/** The URL of a database without short statement, lock and connection timeouts, so that slow machines pass. */
export const patientUrl = (strictUrl: string): string => {
  const url = new URL(strictUrl)
  const options = [url.searchParams.get('options'), patientOptions].filter((one) => one !== null)
  url.searchParams.set('options', options.join(' '))
  for (const [name, value] of Object.entries(patience)) url.searchParams.set(name, value)
  return url.href
}
