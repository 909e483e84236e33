import './mantine.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ToastRegion } from '#web/kit/toast.tsx'
import { isTransient } from '#web/lib/call.ts'
import { pageNonce } from '#web/lib/nonce.ts'
import { useShownTheme } from '#web/lib/theme.ts'
import { ConfirmHost } from './confirm.tsx'
import { ConfirmPasswordHost } from './confirm-password.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

// The scroll lock of dialogs creates a style element and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: pageNonce() })

/** The desk's query cache. Live events keep it fresh, so focus does not refetch; transient failures are retried twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
  },
})

/** Theme, cache, toasts and confirmations for everything inside. */
export function DeskProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={useShownTheme()}
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        {children}
        <ConfirmHost />
        <ConfirmPasswordHost />
        <ToastRegion />
      </QueryClientProvider>
    </MantineProvider>
  )
}
