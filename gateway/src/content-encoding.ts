/** Whether a browser that sent this Accept-Encoding takes the encoding. */
export const accepts = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/** The most compact encoding of a prepared answer that this Accept-Encoding allows. */
export const acceptedEncoding = (accepted: string | undefined): 'br' | 'gzip' | 'identity' => {
  if (accepted === undefined) return 'identity'
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}
