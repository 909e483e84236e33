import { Textarea } from '@mantine/core'
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import styles from './editor.module.css'
import { type Edit, link, prefixLines, type Selection, wrap } from './markdown-edits.ts'

type Tool = {
  id: string
  label: () => string
  Icon: typeof IconBold
  key?: string
  edit: (selection: Selection) => Edit
}

const tools: readonly Tool[] = [
  { id: 'bold', label: m.article_bold, Icon: IconBold, key: 'b', edit: (on) => wrap(on, '**', m.article_bold()) },
  {
    id: 'italic',
    label: m.article_italic,
    Icon: IconItalic,
    key: 'i',
    edit: (on) => wrap(on, '_', m.article_italic()),
  },
  { id: 'heading', label: m.article_heading, Icon: IconH2, edit: (on) => prefixLines(on, '## ') },
  { id: 'list', label: m.article_bullets, Icon: IconList, edit: (on) => prefixLines(on, '- ') },
  { id: 'numbers', label: m.article_numbers, Icon: IconListNumbers, edit: (on) => prefixLines(on, 'numbered') },
  { id: 'quote', label: m.article_quote, Icon: IconBlockquote, edit: (on) => prefixLines(on, '> ') },
  { id: 'code', label: m.article_code, Icon: IconCode, edit: (on) => wrap(on, '`', m.article_code()) },
  { id: 'link', label: m.article_link, Icon: IconLink, edit: (on) => link(on, m.article_link_words()) },
]

type Props = { value: string; onChange: (body: string) => void; readOnly: boolean; error: string | undefined }

/** The article's text in Markdown, with buttons that write its marks. Ctrl B and Ctrl I work in the text; undo takes a button's work back. */
export function TextField({ value, onChange, readOnly, error }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const use = (tool: Tool) => field.current && applyEdit(field.current, tool.edit(selectionOf(field.current)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || readOnly) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    event.stopPropagation()
    use(tool)
  }
  return (
    <div className={styles.text}>
      {!readOnly && <Toolbar onUse={use} />}
      <Textarea
        ref={field}
        label={m.article_body()}
        description={m.article_body_help()}
        autosize
        minRows={14}
        maxLength={50_000}
        readOnly={readOnly}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: styles.markdown ?? '' }}
      />
    </div>
  )
}

/** One stop of the Tab key; arrow keys move within it. */
function Toolbar({ onUse }: { onUse: (tool: Tool) => void }) {
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (at + step + tools.length) % tools.length
    setAt(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={bar} role="toolbar" aria-label={m.article_format()} className={styles.toolbar} onKeyDown={move}>
      {tools.map((tool, index) => (
        <button
          key={tool.id}
          type="button"
          tabIndex={index === at ? 0 : -1}
          aria-label={tool.label()}
          title={tool.key ? `${tool.label()} (Ctrl ${tool.key.toUpperCase()})` : tool.label()}
          onClick={() => {
            setAt(index)
            onUse(tool)
          }}
        >
          <tool.Icon size={17} stroke={1.6} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  field.focus()
  field.setSelectionRange(from, to)
  // The only way of a page to write into a field so that the browser's undo takes it back.
  const isDone = document.execCommand('insertText', false, insert)
  if (!isDone) {
    field.setRangeText(insert, from, to)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(start, end)
}
