import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteAllGiftTokens,
  deleteGiftToken,
  type GiftTokenView,
  listGiftTokens,
} from '#contracts/owner/gift-token.ts'
import * as m from '#i18n/messages.js'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { confirmAction } from '#web/ui/confirm.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { runAct } from './act.ts'
import { CopyButtons } from './copy-buttons.tsx'
import { tokenKindLabel, tokenStatus } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import styles from './panel.module.css'

type Status = 'all' | 'active' | 'redeemed'

const tokensQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: ['owner', 'tokens', status],
    queryFn: ({ pageParam }) =>
      call(listGiftTokens, {
        query: { ...(status === 'all' ? {} : { status }), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })

/** Every gift token with its state; active ones can be deleted, and all at once. */
export function TokenManagement() {
  const [status, setStatus] = useState<Status>('all')
  const query = useInfiniteQuery(tokensQuery(status))
  const tokens = query.data?.pages.flatMap(({ items }) => items) ?? []
  const counts = query.data?.pages[0]?.counts
  const all = (counts?.active ?? 0) + (counts?.redeemed ?? 0)
  if (!query.data && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingRows label={m.common_loading()} />
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Select
          label={m.owner_token_status()}
          allowDeselect={false}
          data={[
            { value: 'all', label: m.owner_tokens_all({ count: formatNumber(all) }) },
            { value: 'active', label: m.owner_tokens_active({ count: formatNumber(counts?.active ?? 0) }) },
            { value: 'redeemed', label: m.owner_tokens_redeemed({ count: formatNumber(counts?.redeemed ?? 0) }) },
          ]}
          value={status}
          onChange={(value) => setStatus((value ?? 'all') as Status)}
        />
        <Button className={styles.end ?? ''} color="red" disabled={all === 0} onClick={() => void removeAll()}>
          {m.owner_delete_all()}
        </Button>
      </div>
      {tokens.length === 0 ? (
        <EmptyState title={m.owner_no_tokens()}>{m.owner_no_tokens_text()}</EmptyState>
      ) : (
        <div className={styles.table}>
          <CardTable
            label={m.owner_tab_tokens()}
            columns={columns()}
            rows={tokens}
            keyOf={({ id }) => id}
            rowHeight={52}
          />
        </div>
      )}
      <LoadMore query={query} />
    </div>
  )
}

const columns = (): Column<GiftTokenView>[] => [
  {
    key: 'code',
    header: m.owner_token(),
    width: '220px',
    render: ({ code }) => <span className={styles.code}>{code}</span>,
  },
  {
    key: 'description',
    header: m.owner_description(),
    render: ({ description, kind }) => (
      <span className={styles.names}>
        <span>{description}</span>
        <span className={styles.sub}>{tokenKindLabel(kind)}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: m.owner_token_status(),
    width: '110px',
    render: ({ status }) => {
      const { label, tone } = tokenStatus(status)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    key: 'uses',
    header: m.owner_uses(),
    width: '80px',
    isNumber: true,
    render: ({ currentUses, maxUses }) => m.owner_uses_of({ used: currentUses, all: maxUses }),
  },
  { key: 'created', header: m.owner_created(), width: '120px', render: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'redeemed',
    header: m.owner_redeemed_by(),
    width: '200px',
    render: ({ redeemedBy, redeemedAt }) =>
      redeemedBy && (
        <span className={styles.names}>
          <span>{redeemedBy}</span>
          {redeemedAt && <span className={styles.sub}>{formatDate(redeemedAt)}</span>}
        </span>
      ),
  },
  {
    key: 'acts',
    header: m.owner_acts(),
    width: '130px',
    render: (token) => (
      <>
        <CopyButtons token={token} />
        {token.status === 'active' && (
          <Tooltip label={m.common_delete()}>
            <ActionIcon aria-label={m.owner_delete_token({ code: token.code })} onClick={() => void remove(token)}>
              <IconTrash size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </>
    ),
  },
]

async function remove({ id, code }: GiftTokenView): Promise<void> {
  const isSure = await confirmAction({
    title: m.owner_confirm_delete(),
    body: code,
    confirm: m.common_delete(),
    isDanger: true,
  })
  if (!isSure) return
  await runAct(() => call(deleteGiftToken, { params: { giftTokenId: id } }), {
    done: m.owner_token_deleted(),
    failed: () => m.owner_error_delete(),
  })
}

async function removeAll(): Promise<void> {
  const isSure = await confirmAction({
    title: m.owner_delete_all(),
    body: m.owner_confirm_delete_all(),
    confirm: m.owner_delete_all(),
    isDanger: true,
  })
  if (!isSure) return
  await runAct(() => call(deleteAllGiftTokens), {
    done: m.owner_tokens_deleted(),
    failed: (message) => m.owner_error_delete_all({ message }),
  })
}
