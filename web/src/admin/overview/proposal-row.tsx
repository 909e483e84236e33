import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FaqId } from '#contracts/ids.ts'
import type { ProposedFaq } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import styles from './overview.module.css'

export type Proposal = ProposedFaq & { id: FaqId; isTaken: boolean }

/** What an edited proposal lacks before it can be published; null where nothing is missing. */
export function missingIn({ question, answer }: Proposal): 'question' | 'answer' | null {
  if (!question.trim()) return 'question'
  return answer.trim() ? null : 'answer'
}

type Props = { proposal: Proposal; isBusy: boolean; onChange: (next: Proposal) => void }

/** A proposed question with its answer: taken over or not, and edited in place. */
export function ProposalRow({ proposal, isBusy, onChange }: Props) {
  const { question, answer, isTaken } = proposal
  const [isEditing, setEditing] = useState(false)
  const missing = missingIn(proposal)
  return (
    <div className={styles.proposal}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Checkbox
          label={question || m.checklist_proposal_question()}
          aria-label={m.checklist_take({ question })}
          disabled={isBusy}
          checked={isTaken}
          onChange={(event) => onChange({ ...proposal, isTaken: event.currentTarget.checked })}
        />
        <Button
          className={styles.fixed}
          size="compact-sm"
          variant="subtle"
          disabled={isBusy || (isEditing && missing !== null)}
          aria-expanded={isEditing}
          aria-label={
            isEditing ? m.checklist_proposal_done_of({ question }) : m.checklist_proposal_edit_of({ question })
          }
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? m.checklist_proposal_done() : m.checklist_proposal_edit()}
        </Button>
      </Group>
      {isEditing ? (
        <Stack gap="sm" mt="sm">
          <TextInput
            label={m.checklist_proposal_question()}
            autoFocus
            maxLength={300}
            disabled={isBusy}
            value={question}
            error={missing === 'question' && m.error_enter_question()}
            onChange={(event) => onChange({ ...proposal, question: event.currentTarget.value })}
          />
          <Textarea
            label={m.checklist_proposal_answer()}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={8000}
            disabled={isBusy}
            value={answer}
            error={missing === 'answer' && m.error_enter_answer()}
            onChange={(event) => onChange({ ...proposal, answer: event.currentTarget.value })}
          />
        </Stack>
      ) : (
        <p className={styles.text}>{answer}</p>
      )}
    </div>
  )
}
