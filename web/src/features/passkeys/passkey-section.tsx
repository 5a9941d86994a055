import { lazy, Suspense } from 'react'

/** Loaded for administrators only, with the library for passkeys. */
const Passkeys = lazy(async () => ({ default: (await import('./passkeys.tsx')).Passkeys }))

export const PasskeySection = () => (
  <section className="settings-section" aria-labelledby="passkeys">
    <h2 id="passkeys" tabIndex={-1} className="settings-title">
      Passkeys
    </h2>
    <p className="mb-3 text-pretty">
      A passkey is your fingerprint, face or PIN on a device, or a security key. Once you have one,
      every decision in the administration needs it, so that nobody can decide in your name with a
      stolen session or mailbox.
    </p>
    <Suspense fallback={<div className="bone mt-3 h-10 w-full" aria-busy="true" />}>
      <Passkeys />
    </Suspense>
  </section>
)
