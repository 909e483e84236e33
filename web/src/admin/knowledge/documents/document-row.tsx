import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconFileText,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconTypography,
  IconWorld,
} from '@tabler/icons-react'
import type { DocumentView } from '#contracts/knowledge/document.ts'
import * as m from '#i18n/messages.js'
import { Badge, type Tone } from '#web/kit/surface.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { SampleBadge } from '#web/ui/parts.tsx'
import type { DocumentActions } from './actions.ts'
import styles from './documents.module.css'
import { categoryLabel, failureLabel, sizeLabel, statusLabel, typeLabel } from './labels.ts'

const icons = { file: IconFileText, text: IconTypography, url: IconWorld }
const tones: Record<DocumentView['status'], Tone> = { active: 'resolved', processing: 'waiting', failed: 'danger' }

type RowProps = { document: DocumentView; actions: DocumentActions; onOpen: () => void }

/** A document in the list with its state, and the reason where reading it failed. */
export function DocumentRow({ document, actions, onOpen }: RowProps) {
  const Icon = icons[document.source]
  return (
    <li className={styles.row}>
      <Icon className={styles.icon} size={20} stroke={1.5} aria-hidden="true" />
      <div className={styles.main}>
        <div className={styles.nameLine}>
          <button type="button" className={styles.name} onClick={onOpen}>
            {document.name}
          </button>
          {document.isDemo && <SampleBadge />}
        </div>
        <p className={styles.facts}>
          <span>{typeLabel(document.type)}</span>
          <span>{categoryLabel(document.category)}</span>
          {document.size > 0 && <span>{sizeLabel(document)}</span>}
          <RelativeTime at={document.uploadedAt} />
          {document.uploadedBy && <span>{m.document_by({ name: document.uploadedBy })}</span>}
        </p>
        <DocumentState document={document} actions={actions} />
      </div>
      <div className={styles.status}>
        <Badge tone={tones[document.status]}>{statusLabel(document.status)}</Badge>
      </div>
      <RowMenu document={document} actions={actions} onOpen={onOpen} />
    </li>
  )
}

/** Progress of reading a document, or why it failed, with Retry. */
export function DocumentState({ document, actions }: Pick<RowProps, 'document' | 'actions'>) {
  if (document.status === 'processing') {
    return (
      <div className={styles.reading}>
        <progress className={styles.bar} max={100} value={document.progress} aria-label={document.name} />
        <span>
          {document.progress > 0 ? m.document_progress({ percent: document.progress }) : m.document_waiting()}
        </span>
      </div>
    )
  }
  if (document.status !== 'failed') return null
  return (
    <div className={styles.failed}>
      <p>{failureLabel(document.failure)}</p>
      {document.can.retry && (
        <Button
          size="compact-sm"
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          onClick={() => void actions.retry(document)}
        >
          {m.document_retry()}
        </Button>
      )}
    </div>
  )
}

function RowMenu({ document, actions, onOpen }: RowProps) {
  if (!document.can.edit) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={m.document_actions({ name: document.name })}>
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={onOpen}>
          {m.document_edit()}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.5} />}
          onClick={() => void actions.remove(document)}
        >
          {m.document_delete()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
