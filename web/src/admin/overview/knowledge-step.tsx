import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FaqId } from '#contracts/ids.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { type ProposalSource, type ProposedFaq, proposeFaqs } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './overview.module.css'
import { missingIn, type Proposal, ProposalRow } from './proposal-row.tsx'
import { checklistQuery } from './queries.ts'

const proposalsOf = (items: readonly ProposedFaq[]): Proposal[] =>
  items.map((one) => ({ ...one, id: newId<FaqId>(), isTaken: true }))

/** Questions from the business's page or a pasted text, published once a person approved them. */
export function KnowledgeStep({ website }: { website: string }) {
  const [proposals, setProposals] = useState<Proposal[] | null>(null)
  return proposals ? (
    <Review proposals={proposals} onChange={setProposals} />
  ) : (
    <Sources website={website} onFound={(items) => setProposals(proposalsOf(items))} />
  )
}

type SourcesProps = { website: string; onFound: (items: ProposedFaq[]) => void }

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

type ReviewProps = { proposals: Proposal[]; onChange: (next: Proposal[] | null) => void }

/** The proposals with their check boxes; each can be worded anew before it is published. */
function Review({ proposals, onChange }: ReviewProps) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const taken = proposals.filter(({ isTaken }) => isTaken)
  const isUnfinished = taken.some((one) => missingIn(one) !== null)
  const publish = async () => {
    setBusy(true)
    let left = proposals
    try {
      // Each under its own id, and gone from the list once it is published: after a failure the same button publishes the rest.
      for (const { id, question, answer, language } of taken) {
        await call(createFaq, { body: { id, question, answer, language } })
        left = left.filter((one) => one.id !== id)
      }
      notify.success(m.checklist_published())
      await queries.invalidateQueries({ queryKey: checklistQuery.queryKey })
      onChange(null)
    } catch (error) {
      notify.failure(error)
      onChange(left)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      {proposals.map((one) => (
        <ProposalRow
          key={one.id}
          proposal={one}
          isBusy={isBusy}
          onChange={(next) => onChange(proposals.map((other) => (other.id === next.id ? next : other)))}
        />
      ))}
      <Group gap="sm">
        <Button
          variant="filled"
          disabled={taken.length === 0 || isUnfinished}
          loading={isBusy}
          onClick={() => void publish()}
        >
          {m.checklist_approve({ count: taken.length })}
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={() => onChange(null)}>
          {m.checklist_discard()}
        </Button>
      </Group>
    </Stack>
  )
}
