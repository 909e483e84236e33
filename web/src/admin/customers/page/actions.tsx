import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsJoin2, IconBan, IconDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { exportCustomer } from '#contracts/customer/customer-export.ts'
import type { CustomerRecord } from '#contracts/customer/customer-record.ts'
import * as m from '#i18n/messages.js'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { addressOf } from '#web/lib/call.ts'
import { useBlock } from './use-block.ts'

const EraseDialog = lazyDialog(async () => (await import('./erase-dialog.tsx')).EraseDialog)
const MergeDialog = lazyDialog(async () => (await import('./merge/merge-dialog.tsx')).MergeDialog)

/** What is done with a customer as a whole. */
export function CustomerActions({ record }: { record: CustomerRecord }) {
  const [isMerging, setMerging] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const { can } = record
  const block = useBlock(record.customer)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={m.customer_more()}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowsJoin2 size={16} stroke={1.5} />} onClick={() => setMerging(true)}>
            {m.customer_merge()}
          </Menu.Item>
          <Menu.Item leftSection={<IconBan size={16} stroke={1.5} />} onClick={block}>
            {record.customer.status === 'Blocked' ? m.customer_unblock() : m.customer_block()}
          </Menu.Item>
          {can.export && (
            <Menu.Item
              component="a"
              href={addressOf(exportCustomer.path, { params: { customerId: record.customer.id } })}
              download
              leftSection={<IconDownload size={16} stroke={1.5} />}
            >
              {m.customer_export()}
            </Menu.Item>
          )}
          {can.erase && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => setErasing(true)}>
              {m.customer_erase()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isErasing && <EraseDialog customer={record.customer} onClose={() => setErasing(false)} />}
      {isMerging && <MergeDialog record={record} onClose={() => setMerging(false)} />}
    </>
  )
}
