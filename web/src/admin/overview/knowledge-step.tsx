import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FaqId, ImportId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { getImport, importPage, undoImport } from '#contracts/knowledge/import.ts'
import { proposeFaqs } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './overview.module.css'
import { checklistQuery } from './queries.ts'

type Proposal = { id: FaqId; question: string; answer: string; isTaken: boolean }

const MAX_PROPOSALS = 10
const POLL_MS = 700

const proposalsOf = (items: readonly { question: string; answer: string }[]): Proposal[] =>
  items.slice(0, MAX_PROPOSALS).map(({ question, answer }) => ({ id: newId<FaqId>(), question, answer, isTaken: true }))

/** Questions from the business's page or a pasted text, published once a person approved them. */
export function KnowledgeStep() {
  const [proposals, setProposals] = useState<Proposal[] | null>(null)
  return proposals ? (
    <Review proposals={proposals} onChange={setProposals} />
  ) : (
    <Sources onFound={(items) => setProposals(proposalsOf(items))} />
  )
}

/** Reads a page by an import that is removed again: what is approved is added as questions of the business's own. */
async function readPage(url: string): Promise<{ question: string; answer: string }[]> {
  const id = newId<ImportId>()
  let view = await call(importPage, { body: { id, url } })
  while (view.status === 'reading') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    view = await call(getImport, { params: { importId: id } })
  }
  await call(undoImport, { params: { importId: id } })
  if (view.status === 'failed') throw new CallError('invalid_input', view.reason ?? '')
  return view.preview.filter(({ isKnown }) => !isKnown)
}

function Sources({ onFound }: { onFound: (items: { question: string; answer: string }[]) => void }) {
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'page' | 'text' | null>(null)
  const find = async (source: 'page' | 'text', read: () => Promise<{ question: string; answer: string }[]>) => {
    setBusy(source)
    try {
      const items = await read()
      if (items.length === 0) notify.info(m.checklist_none())
      else onFound(items)
    } catch (error) {
      const field = error instanceof CallError ? Object.values(error.fields)[0] : undefined
      if (field) notify.error(field)
      else notify.failure(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <Stack gap="sm" align="stretch">
      <TextInput
        label={m.checklist_page()}
        type="url"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button
        className={styles.start}
        variant="default"
        disabled={!url.trim() || busy === 'text'}
        loading={busy === 'page'}
        onClick={() => void find('page', () => readPage(url.trim()))}
      >
        {m.checklist_read()}
      </Button>
      <Textarea
        label={m.checklist_text()}
        description={m.checklist_text_help()}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={50_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        className={styles.start}
        disabled={!text.trim() || busy === 'page'}
        loading={busy === 'text'}
        onClick={() => void find('text', async () => (await call(proposeFaqs, { body: { text } })).items)}
      >
        {m.checklist_propose()}
      </Button>
    </Stack>
  )
}

function Review({ proposals, onChange }: { proposals: Proposal[]; onChange: (next: Proposal[] | null) => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const taken = proposals.filter(({ isTaken }) => isTaken)
  const publish = async () => {
    setBusy(true)
    try {
      // Each under its own id: after a failure in between the same button adds the rest and nothing twice.
      for (const { id, question, answer } of taken) await call(createFaq, { body: { id, question, answer } })
      notify.success(m.checklist_published())
      await queries.invalidateQueries({ queryKey: checklistQuery.queryKey })
      onChange(null)
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      {proposals.map((one) => (
        <div key={one.id} className={styles.proposal}>
          <Checkbox
            label={one.question}
            aria-label={m.checklist_take({ question: one.question })}
            checked={one.isTaken}
            onChange={(event) => {
              const { checked } = event.currentTarget
              onChange(proposals.map((other) => (other.id === one.id ? { ...other, isTaken: checked } : other)))
            }}
          />
          <p className={styles.text}>{one.answer}</p>
        </div>
      ))}
      <Button className={styles.start} disabled={taken.length === 0} loading={isBusy} onClick={() => void publish()}>
        {m.checklist_approve({ count: taken.length })}
      </Button>
      <Button className={styles.start} variant="subtle" onClick={() => onChange(null)}>
        {m.checklist_discard()}
      </Button>
    </Stack>
  )
}
