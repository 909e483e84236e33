import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { PartNotLoaded } from '#web/lib/failure-text.ts'
import { pageNonce } from '#web/lib/nonce.ts'
import { Dialog } from './dialog.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorState } from './states.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>
type Failure = { error: unknown; retry: () => void }
type Options<Props> = {
  /** Shown while the code is loaded; nothing by default. */
  waiting?: (props: Props) => ReactNode
  /** Shown instead of a part that failed; by default what happened, and Retry. */
  failed?: (props: Props, failure: Failure) => ReactNode
  /** Loads it, with further tries before it has failed (lib/load-again.ts); one by default. */
  again?: (loadOnce: Load<Props>) => Promise<ComponentType<Props>>
}
type Lazy<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code before it is needed; a failure is shown where the part is used. */
  preload: () => void
  /** Loads the code before the first view, which shows the part then at once. Never fails: where it cannot be loaded, the part says so. */
  prepare: () => Promise<void>
}

/**
 * A part of a page whose code is loaded when it is first shown. A part that cannot be loaded or rendered says so in its place and offers
 * to try again; the rest of the page goes on working.
 */
export function lazyPart<Props extends object>(load: Load<Props>, options: Options<Props> = {}): Lazy<Props> {
  const source = createSource(load, options.again)
  return Object.assign((props: Props) => <Part source={source} options={options} props={props} />, {
    preload: source.preload,
    prepare: source.prepare,
  })
}

/** `component` is one object for each attempt: React keeps the failure of a lazy component for ever. */
type Source<Props> = {
  component: { Lazy: ComponentType<Props> }
  preload: () => void
  prepare: () => Promise<void>
}

function createSource<Props extends object>(
  load: Load<Props>,
  again: Options<Props>['again'] = (once) => once(),
): Source<Props> {
  const loadOnce = async () => {
    await Promise.all([...failedStyles].map(loadStyle))
    return load()
  }
  const attempt = () =>
    again(loadOnce).catch(() => {
      throw new PartNotLoaded()
    })
  const create = () => ({
    Lazy: lazy(async () => {
      try {
        return { default: await attempt() }
      } catch (error) {
        source.component = create()
        throw error
      }
    }) as unknown as ComponentType<Props>,
  })
  const source: Source<Props> = {
    component: create(),
    preload: () => void attempt().catch(() => undefined),
    prepare: () =>
      attempt().then(
        (Loaded) => {
          source.component = { Lazy: Loaded }
        },
        () => undefined,
      ),
  }
  return source
}

/** Style sheets that failed. Vite requests each one once, and takes it for loaded when its part is loaded again. */
const failedStyles = new Set<string>()
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target.href)
  },
  true,
)

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.crossOrigin = ''
    link.nonce = pageNonce()
    link.onload = () => {
      failedStyles.delete(href)
      resolve()
    }
    link.onerror = reject
    document.head.append(link)
  })
}

type PartProps<Props> = { source: Source<Props>; options: Options<Props>; props: Props }

function Part<Props extends object>({ source, options, props }: PartProps<Props>) {
  const [{ Lazy }, setComponent] = useState(source.component)
  const showFailure = ({ error, retry }: Failure) => {
    const again = () => {
      setComponent(source.component)
      retry()
    }
    return options.failed ? (
      options.failed(props, { error, retry: again })
    ) : (
      <ErrorState error={error} onRetry={again} />
    )
  }
  return (
    <ErrorBoundary fallback={showFailure}>
      <Suspense fallback={options.waiting?.(props)}>
        <Lazy {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** What a dialog that is loaded later takes: without `isOpen` it is open while it is rendered; without `onClose` it cannot be closed. */
type DialogProps = { isOpen?: boolean | undefined; onClose?: (() => void) | undefined }

/**
 * A dialog or drawer whose code is loaded when it is first opened. A failure is shown in a dialog. On closing, the focus returns to what
 * had it before: Mantine does that only for a dialog that was rendered before it was opened.
 */
export function lazyDialog<Props extends DialogProps>(
  load: Load<Props>,
  options: Pick<Options<Props>, 'waiting' | 'again'> = {},
): Lazy<Props> {
  const LoadedDialog = lazyPart<Props>(load, {
    ...options,
    failed: ({ isOpen, onClose }, failure) => <FailedDialog {...failure} isOpen={isOpen} onClose={onClose} />,
  })
  return Object.assign(
    (props: Props) => (
      <Once isOpen={props.isOpen ?? true}>
        <LoadedDialog {...props} />
      </Once>
    ),
    { preload: LoadedDialog.preload, prepare: LoadedDialog.prepare },
  )
}

function FailedDialog({ isOpen = true, onClose, error, retry }: DialogProps & Failure) {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Opened again: it is tried again.
    if (isOpen && !wasOpen.current) retry()
    wasOpen.current = isOpen
  })
  if (!onClose) return <ErrorState error={error} onRetry={retry} />
  return (
    <Dialog isOpen={isOpen} title={m.common_error_title()} onClose={onClose}>
      <ErrorState error={error} onRetry={retry} title={null} />
    </Dialog>
  )
}

/** Renders a dialog from its first opening on. Returns the focus to what had it then, unless it was moved elsewhere on purpose. */
function Once({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [state, setState] = useState<{ isOpen: boolean; opener: HTMLElement | null } | null>(null)
  // While rendering: a menu that closes with the same click has lost the focus after it.
  if (isOpen !== (state?.isOpen ?? false)) setState({ isOpen, opener: isOpen ? focusBehind() : null })
  const opener = state?.opener
  // After the commit, because React itself restores the focus at its end.
  useEffect(() => {
    return () => {
      const focused = document.activeElement
      const isElsewhere = focused !== document.body && !focused?.closest('[role="dialog"], dialog')
      if (!isElsewhere) opener?.focus({ preventScroll: true })
    }
  }, [opener])
  return state && children
}

/** What has the focus; for an item of a menu, which closes, the menu's button. */
function focusBehind(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return focused instanceof HTMLElement ? focused : null
}
