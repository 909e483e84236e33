import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconBook2, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { listReplySources, type TextTool } from '#contracts/assistant/composer-tools.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contracts/languages.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { openSection } from '#web/admin/desk-address.ts'
import type { Mode } from '#web/admin/tickets/thread/draft.ts'
import { OriginalLine } from '#web/admin/tickets/thread/translation/original-line.tsx'
import { call } from '#web/lib/call.ts'
import { ProposalBar } from './proposal-bar.tsx'
import { Sources } from './sources.tsx'
import styles from './tools.module.css'
import { useProposal } from './use-proposal.ts'

type ToolsProps = {
  ticket: TicketView
  mode: Mode
  body: string
  original: string | undefined
  field: RefObject<HTMLTextAreaElement | null>
  /** `original`: the member's own text of a translation; null: there is none any more. */
  onText: (body: string, original?: string | null) => void
}

/** What helps to write: a model's tools, whose texts are proposals that can be undone, and the sources for the customer's last message. */
export function ComposerTools({ ticket, mode, body, original, field, onText }: ToolsProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isListing, setListing] = useState(false)
  const { busy, error, proposal, run, undo, keep } = useProposal(ticket.id, { mode, body, field, onText })
  const found = useQuery({
    queryKey: ['tickets', 'sources', ticket.id],
    queryFn: ({ signal }) => call(listReplySources, { params: { ticketId: ticket.id } }, { signal }),
    enabled: isMenuOpen || isListing,
    staleTime: 30_000,
  })
  const append = (text: string) => {
    onText([body.trim(), text].filter(Boolean).join('\n\n'))
    field.current?.focus()
  }
  return (
    <>
      <div className={styles.tools}>
        <Menu opened={isMenuOpen} onChange={setMenuOpen} position="top-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={m.composer_tools()} title={m.composer_tools()} loading={busy !== null}>
              <IconSparkles size={17} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {found.data?.hasModel === false ? (
              <NoModel />
            ) : (
              <Tools mode={mode} isEmpty={body.trim() === ''} onRun={run} />
            )}
          </Menu.Dropdown>
        </Menu>
        <Tooltip label={m.composer_sources()}>
          <ActionIcon
            aria-label={m.composer_sources()}
            aria-expanded={isListing}
            onClick={() => setListing((before) => !before)}
          >
            <IconBook2 size={17} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isListing && <Sources found={found} onInsert={append} />}
      <div role="status">
        {busy && <p className={styles.line}>{m.composer_tool_busy()}</p>}
        {proposal && body !== '' && <ProposalBar proposal={proposal} onUndo={undo} onKeep={keep} />}
      </div>
      {original && <OriginalLine original={original} onRemove={() => onText(body, null)} />}
      {error && (
        <p className={styles.failed} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

function NoModel() {
  return (
    <>
      <Menu.Label className={styles.label ?? ''}>{m.composer_tools_no_key()}</Menu.Label>
      <Menu.Item onClick={() => openSection('api-settings', {})}>{m.composer_tools_add_key()}</Menu.Item>
    </>
  )
}

type ToolListProps = { mode: Mode; isEmpty: boolean; onRun: (tool: TextTool, language?: Language) => void }

function Tools({ mode, isEmpty, onRun }: ToolListProps) {
  const edits: [TextTool, string][] = [
    ['rewrite', m.composer_tool_rewrite()],
    ['shorten', m.composer_tool_shorten()],
    ['friendlier', m.composer_tool_friendlier()],
    ['translate', m.composer_tool_translate()],
  ]
  return (
    <>
      {mode === 'reply' && <Menu.Item onClick={() => onRun('draft')}>{m.composer_tool_draft()}</Menu.Item>}
      {mode === 'note' && <Menu.Item onClick={() => onRun('summarise')}>{m.composer_tool_summarise()}</Menu.Item>}
      {edits.map(([tool, label]) => (
        <Menu.Item key={tool} disabled={isEmpty} onClick={() => onRun(tool)}>
          {label}
        </Menu.Item>
      ))}
      {LANGUAGES.map((language) => (
        <Menu.Item key={language} disabled={isEmpty} onClick={() => onRun('translate', language)}>
          {m.composer_tool_translate_to({ language: LANGUAGE_NAMES[language] })}
        </Menu.Item>
      ))}
    </>
  )
}
