import {
  manifestFile,
  type OpenDataManifest,
  openDataFileOf,
  readOpenDataKey,
  signatureFile,
} from '@answerable/contracts/open-data'
import { filePath } from './file-table.tsx'

const verifiedFiles = [
  manifestFile,
  signatureFile,
  ...(['submissions', 'top', 'decisions'] as const).map((table) => openDataFileOf(table, 'jsonl')),
].join(',')

/** How to verify a snapshot on another machine. */
export const Verification = ({ manifest }: { manifest: OpenDataManifest }) => {
  const { name, site, files, publicKey } = manifest
  return (
    <>
      <p>
        The manifest has the size and SHA-256 sum of every file, and the last hash of the moderation
        log. It is signed with Ed25519. Download the files:
      </p>
      <Commands label="Download the files">
        {`curl --remote-name-all "${site}${filePath(name, '')}{${verifiedFiles}}"`}
      </Commands>
      <p>
        In the folder of the site’s source code, this command checks the signature and the sums,
        computes Hot and Top again, and names the first row that differs. With{' '}
        <code>--site {site}</code> it also checks the order that the site shows now, and that its
        moderation log contains the one of the snapshot.
      </p>
      <Commands label="Verify the ranking">npm run verify-ranking -- manifest.json</Commands>
      <p>OpenSSL checks the signature alone:</p>
      <Commands label="Verify the signature with OpenSSL">
        {`curl --remote-name ${site}${readOpenDataKey.path}
openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in ${manifestFile} -sigfile ${signatureFile}`}
      </Commands>
      <p>Keep this key. Later snapshots must have it too, unless the site says that it changed:</p>
      <Commands label="Public key">{publicKey.trim()}</Commands>
      <details className="disclosed">
        <summary>SHA-256 sums</summary>
        <Commands label="SHA-256 sums">
          {files.map((file) => `${file.sha256}  ${file.name}`).join('\n')}
        </Commands>
      </details>
    </>
  )
}

const Commands = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
  <section className="commands" tabIndex={0} aria-label={label}>
    <pre>{children}</pre>
  </section>
)
