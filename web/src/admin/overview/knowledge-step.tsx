import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FaqId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { type ProposalSource, proposeFaqs } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './overview.module.css'
import { checklistQuery } from './queries.ts'

type Proposal = { id: FaqId; question: string; answer: string; isTaken: boolean }

const proposalsOf = (items: readonly { question: string; answer: string }[]): Proposal[] =>
  items.map(({ question, answer }) => ({ id: newId<FaqId>(), question, answer, isTaken: true }))

/** Questions from the business's page or a pasted text, published once a person approved them. */
export function KnowledgeStep({ website }: { website: string }) {
  const [proposals, setProposals] = useState<Proposal[] | null>(null)
  return proposals ? (
    <Review proposals={proposals} onChange={setProposals} />
  ) : (
    <Sources website={website} onFound={(items) => setProposals(proposalsOf(items))} />
  )
}

type SourcesProps = { website: string; onFound: (items: { question: string; answer: string }[]) => void }

function Sources({ website, onFound }: SourcesProps) {
  const [url, setUrl] = useState(website)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'page' | 'text' | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const find = async (source: ProposalSource) => {
    setBusy(source.kind)
    setWrong(null)
    try {
      const { items } = await call(proposeFaqs, { body: { source } })
      if (items.length === 0) notify.info(m.checklist_none())
      else onFound(items)
    } catch (error) {
      const field = error instanceof CallError ? Object.values(error.fields)[0] : undefined
      if (field && source.kind === 'page') setWrong(field)
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
        error={wrong}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button
        className={styles.start}
        variant="default"
        disabled={!url.trim() || busy === 'text'}
        loading={busy === 'page'}
        onClick={() => void find({ kind: 'page', url: url.trim() })}
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
        variant="filled"
        disabled={!text.trim() || busy === 'page'}
        loading={busy === 'text'}
        onClick={() => void find({ kind: 'text', text })}
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
      <Group gap="sm">
        <Button variant="filled" disabled={taken.length === 0} loading={isBusy} onClick={() => void publish()}>
          {m.checklist_approve({ count: taken.length })}
        </Button>
        <Button variant="subtle" onClick={() => onChange(null)}>
          {m.checklist_discard()}
        </Button>
      </Group>
    </Stack>
  )
}
