import { useRouteError } from 'react-router-dom'

/** Shown in place of a page that failed to load or to render. */
export const BrokenPage = () => {
  const error = useRouteError()
  console.error(error)
  return (
    <main className="page-narrow px-5 py-16">
      <h1 className="page-title">This page could not be shown</h1>
      <p className="mt-3 text-pretty">Part of it failed to load. Reloading usually helps.</p>
      <button
        type="button"
        className="button-primary mt-6"
        onClick={() => globalThis.location.reload()}
      >
        Reload
      </button>
    </main>
  )
}
