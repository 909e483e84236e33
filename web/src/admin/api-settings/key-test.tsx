import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { testProvider as TestProvider } from '#contracts/provider/api-settings.ts'
import { testProvider } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import type { ProviderForm } from './draft.ts'
import { faultText, providerName } from './labels.ts'
import { settingsQuery } from './queries.ts'

type Result = ReplyOf<typeof TestProvider>

/** How long a test's icon is shown; the text below it stays. */
const RESET_MS = 5000

/** Tests the entered key, else the stored one. */
export function useKeyTest(id: ProviderId, form: ProviderForm) {
  const client = useQueryClient()
  const [isFresh, setFresh] = useState(false)
  const mutation = useMutation({
    mutationFn: () => {
      const typed = { key: form.key.trim(), model: form.model.trim(), baseUrl: form.baseUrl.trim() }
      const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
      return call(testProvider, { body: { provider: id, ...given } })
    },
    // Each result is shown for its own time, also one that comes while the one before is still shown.
    onMutate: () => setFresh(false),
    onSettled: () => {
      setFresh(true)
      void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
  useEffect(() => {
    if (!isFresh) return
    const timer = setTimeout(() => setFresh(false), RESET_MS)
    return () => clearTimeout(timer)
  }, [isFresh])
  const isOk = mutation.data?.ok === true
  const state = mutation.isPending ? 'testing' : isFresh ? (isOk ? 'ok' : 'failed') : 'idle'
  const message = mutation.isPending
    ? null
    : mutation.error
      ? failureText(mutation.error)
      : resultText(id, mutation.data)
  return { state, message, isOk, run: () => mutation.mutate(), reset: mutation.reset } as const
}

export type KeyTest = ReturnType<typeof useKeyTest>

function resultText(id: ProviderId, result: Result | undefined): string | null {
  if (!result) return null
  return result.ok ? m.provider_result_ok({ model: result.model, ms: result.latencyMs }) : faultText(id, result)
}

/** Button that tests a key; shows the result's icon for 5 s. */
export function TestButton({ id, test }: { id: ProviderId; test: KeyTest }) {
  const looks = {
    idle: { text: m.provider_test(), icon: null, color: undefined },
    testing: { text: m.provider_testing(), icon: null, color: undefined },
    ok: { text: m.provider_test_ok(), icon: <IconCheck size={16} stroke={2} aria-hidden="true" />, color: 'green' },
    failed: { text: m.provider_test_failed(), icon: <IconX size={16} stroke={2} aria-hidden="true" />, color: 'red' },
  }
  const { text, icon, color } = looks[test.state]
  const name = m.provider_test_of({ name: providerName(id) })
  return (
    <Button
      onClick={test.run}
      disabled={test.state === 'testing'}
      leftSection={icon}
      w={116}
      px={0}
      aria-label={test.state === 'idle' ? name : `${name}: ${text}`}
      data-state={test.state}
      {...(color ? { variant: 'light', color } : {})}
    >
      {text}
    </Button>
  )
}
