import { Component, type ReactNode } from 'react'

type BrokenPageProps = { path: string; children: ReactNode }
type BrokenPageState = { path: string; isBroken: boolean }

/** Error boundary for a page that fails to load or render. Resets when the path changes. */
export class ErrorBoundary extends Component<BrokenPageProps, BrokenPageState> {
  override state: BrokenPageState = { path: this.props.path, isBroken: false }

  static getDerivedStateFromError(): Partial<BrokenPageState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps(
    { path }: BrokenPageProps,
    state: BrokenPageState,
  ): BrokenPageState | null {
    return path === state.path ? null : { path, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <Apology /> : this.props.children
  }
}

const Apology = () => (
  <div className="page-narrow">
    <h1 tabIndex={-1} className="page-title">
      This page could not be shown
    </h1>
    <p className="mt-3 text-pretty">Part of it failed to load. Reloading usually helps.</p>
    <button type="button" className="button-primary mt-6" onClick={() => location.reload()}>
      Reload
    </button>
  </div>
)
