import { useEffect, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { ErrorBoundary } from '#web/kit/error-boundary.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { ToastRegion } from '#web/kit/toast.tsx'
import { applyAccent } from '#web/lib/accent.ts'
import type { InitialData } from './initial-data.ts'
import { Portal, prepareTab } from './portal.tsx'
import { isEmbedded } from './portal-location.ts'

const EmbeddedChat = lazyPart(async () => (await import('./embedded-chat.tsx')).EmbeddedChat)
/** Loads what the address shows before the first view, which shows it then at once: the tab, or the chat of a frame. */
export const prepareView = (): Promise<void> => (isEmbedded ? EmbeddedChat.prepare() : prepareTab())
const ProblemScreen = lazyPart(async () => (await import('./problem-screen.tsx')).ProblemScreen)

/** The customers' page: a portal, the chat alone in another site's frame, or why there is neither. */
export function PortalApp({ initialData }: { initialData: InitialData | null }) {
  const [shown, setShown] = useState(initialData)
  const [isLoading, setLoading] = useState(initialData === null)
  const load = async () => {
    setLoading(true)
    const { loadInitialData } = await import('./load-initial-data.ts')
    const loaded = await loadInitialData()
    if ('portal' in loaded) applyAccent(loaded.portal.branding.primaryColor)
    setShown(loaded)
    setLoading(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, and only where the server wrote nothing
  useEffect(() => {
    if (!initialData) void load()
  }, [])
  if (!shown) return <p className="pf-problem">{m.common_loading()}</p>
  if ('problem' in shown) return <ProblemScreen {...shown} isLoading={isLoading} onRetry={() => void load()} />
  return <PortalOrChat portal={shown.portal} />
}

function PortalOrChat({ portal }: { portal: PortalView }) {
  return (
    <>
      <ErrorBoundary fallback={({ error }) => <PageFailure error={error} />}>
        {isEmbedded ? <EmbeddedChat portal={portal} /> : <Portal portal={portal} />}
      </ErrorBoundary>
      <ToastRegion />
    </>
  )
}

/** The page itself failed: reload. */
function PageFailure({ error }: { error: unknown }) {
  return (
    <main className="pf-problem">
      <ErrorState error={error} onRetry={() => location.reload()} />
    </main>
  )
}
