import { lazy, Suspense } from 'react'

/** Loaded for administrators only, with the library for passkeys. */
const Passkeys = lazy(async () => ({ default: (await import('./passkeys.tsx')).Passkeys }))

export const PasskeySection = () => (
  <section className="settings-section" aria-labelledby="passkeys">
    <h2 id="passkeys" tabIndex={-1} className="settings-title">
      Passkeys
    </h2>
    <p className="mb-3 text-pretty">
      A passkey is a key that is stored on your device or security key. You unlock it with your
      fingerprint, face or PIN. After you add one, every decision in the administration needs a
      confirmation with it. A stolen session or mailbox is then not enough to make decisions in your
      name.
    </p>
    <Suspense fallback={<div className="bone mt-3 h-10 w-full" aria-busy="true" />}>
      <Passkeys />
    </Suspense>
  </section>
)
