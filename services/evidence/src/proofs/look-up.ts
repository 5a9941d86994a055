import {
  type ProofMethod,
  type ProofState,
  proofFileAddress,
  proofRecordName,
  proofText,
} from '@answerable/contracts/domain-proofs'
import { FetchFailure } from '../fetching/failure.ts'
import type { Fetching } from '../fetching/fetching.ts'

export type Proof = { method: ProofMethod; domain: string; token: string }

const maxFileBytes = 4_096
const maxRecords = 100

/** Looks for a proof, within `milliseconds`. */
export const lookUpProof = async (
  fetching: Fetching,
  proof: Proof,
  milliseconds: number,
): Promise<ProofState> => {
  const late = new Promise<'unreachable'>((resolve) => {
    setTimeout(() => resolve('unreachable'), milliseconds).unref()
  })
  const found =
    proof.method === 'dns' ? inRecords(fetching, proof) : inFile(fetching, proof, milliseconds)
  return Promise.race([found, late])
}

const inRecords = async ({ network }: Fetching, { domain, token }: Proof): Promise<ProofState> => {
  try {
    const records = await network.resolver.resolveTxt(proofRecordName(domain))
    const texts = records.slice(0, maxRecords).map((parts) => parts.join('').trim())
    return texts.includes(proofText(token)) ? 'found' : 'not-found'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'not-found' : 'unreachable'
  }
}

const inFile = async (
  fetching: Fetching,
  { domain, token }: Proof,
  milliseconds: number,
): Promise<ProofState> => {
  const hosts = new Set([domain, `www.${domain}`, domain.replace(/^www\./, '')])
  const mayFollow = (to: URL): boolean => to.protocol === 'https:' && hosts.has(to.hostname)
  try {
    const { status, text } = await fetching.readFile(proofFileAddress(domain), {
      maxBytes: maxFileBytes,
      milliseconds,
      mayFollow,
    })
    if (status >= 500) return 'unreachable'
    const isFound = status === 200 && text.trim() === proofText(token)
    return isFound ? 'found' : 'not-found'
  } catch (error) {
    if (error instanceof FetchFailure && error.kind === 'no-such-host') return 'not-found'
    return 'unreachable'
  }
}
