import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createWidgetSecret, getWidgetSecret, type WidgetSecretView } from '#contracts/tenant/widget-secret.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatExact } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { CopyWithFeedback } from './copy-feedback.tsx'
import styles from './links.module.css'

const secretQuery = queryOptions({
  queryKey: ['widget-secret'],
  queryFn: ({ signal }) => call(getWidgetSecret, {}, { signal }),
})

/** The secret with which the business's server signs who its customers are: made here, and shown once. */
export function WidgetSecret() {
  const { data, error, refetch } = useQuery(secretQuery)
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: (generation: number) => call(createWidgetSecret, { body: { generation } }),
    onSuccess: ({ secret: _, ...view }) => queries.setQueryData(secretQuery.queryKey, view),
    onError: () => void refetch(),
  })
  const make = async ({ generation }: WidgetSecretView) => {
    const question = {
      title: m.links_secret_replace_title(),
      body: m.links_secret_replace_text(),
      confirm: m.links_secret_new(),
    }
    if (generation === 0 || (await confirmAction(question))) making.mutate(generation)
  }
  return (
    <article className={styles.card} aria-label={m.links_secret()}>
      <div>
        <h3 className={styles.title}>{m.links_secret()}</h3>
        <p className={styles.text}>{m.links_secret_text()}</p>
      </div>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="36px" />}
      {making.error && <ErrorState error={making.error} />}
      {making.data && (
        <>
          <p className={styles.text} role="status">
            {m.links_secret_once()}
          </p>
          <code className={styles.code}>{making.data.secret}</code>
        </>
      )}
      {data && (
        <>
          <p className={styles.text}>{stateOf(data)}</p>
          <div className={styles.actions}>
            {making.data && (
              <CopyWithFeedback text={making.data.secret} label={m.links_copy_named({ title: m.links_secret() })} />
            )}
            <Button onClick={() => void make(data)} loading={making.isPending}>
              {data.generation === 0 ? m.links_secret_make() : m.links_secret_new()}
            </Button>
          </div>
        </>
      )}
    </article>
  )
}

function stateOf({ createdAt, previousUntil }: WidgetSecretView): string {
  if (!createdAt) return m.links_secret_none()
  const made = m.links_secret_made({ at: formatExact(createdAt) })
  return previousUntil ? `${made} ${m.links_secret_before({ at: formatExact(previousUntil) })}` : made
}
