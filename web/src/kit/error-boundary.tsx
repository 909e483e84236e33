import { Component, type ReactNode } from 'react'

type Props = { fallback: (failed: { error: unknown; retry: () => void }) => ReactNode; children: ReactNode }
type State = { failed: { error: unknown } | null }

/** Shows `fallback` when something below fails to render, until `retry`. A class, because React has no hook for it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } }
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (!failed) return this.props.children
    return this.props.fallback({ error: failed.error, retry: () => this.setState({ failed: null }) })
  }
}
