import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Lets this process trust the certificates of a PEM file beside the usual ones, in every connection by TLS. */
export const trustCertificates = (file: string | undefined): void => {
  if (file === undefined) return
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')])
}
