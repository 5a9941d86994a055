import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Makes this process trust the certificates of a PEM file, in addition to the default ones. */
export const trustCertificates = (file: string | undefined): void => {
  if (file === undefined) return
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')])
}
