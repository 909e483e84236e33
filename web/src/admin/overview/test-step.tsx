import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listAgents } from '#contracts/agent/agent.ts'
import { type AgentTestView, testAgent } from '#contracts/agent/agent-test.ts'
import { recordChecklistStep } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './overview.module.css'
import { checklistQuery } from './queries.ts'

/** Asks the general agent as a customer would. */
export function TestStep() {
  const queries = useQueryClient()
  const [question, setQuestion] = useState('')
  const [reply, setReply] = useState<AgentTestView | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async (message: string) => {
    if (message === '' || isBusy) return
    setBusy(true)
    setReply(null)
    try {
      const { items: agents } = await call(listAgents)
      const agent = agents.find(({ type }) => type === 'general') ?? agents[0]
      if (!agent) return
      setReply(await call(testAgent, { params: { agentId: agent.id }, body: { message } }))
      queries.setQueryData(
        checklistQuery.queryKey,
        await call(recordChecklistStep, { body: { step: 'test_question' } }),
      )
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask(question.trim())
  }
  const askSuggested = (text: string) => {
    setQuestion(text)
    void ask(text)
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={m.checklist_question()}
        maxLength={4000}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Button mt="sm" variant="filled" type="submit" loading={isBusy}>
        {m.checklist_ask()}
      </Button>
      <div role="status">{reply && <Answer reply={reply} onAsk={askSuggested} />}</div>
    </form>
  )
}

/** What a customer would read: the answer with its sources, or the questions that it may have meant. */
function Answer({ reply, onAsk }: { reply: AgentTestView; onAsk: (question: string) => void }) {
  const sources = reply.sources.map(({ title }) => title).join(' · ')
  return (
    <>
      <p className={styles.answer}>{reply.answer}</p>
      {sources !== '' && <p className={styles.text}>{m.checklist_test_sources({ sources })}</p>}
      {reply.suggestions.length > 0 && (
        <Group gap="xs" mt="sm">
          {reply.suggestions.map((one) => (
            <Button key={one} variant="default" size="compact-md" onClick={() => onAsk(one)}>
              {one}
            </Button>
          ))}
        </Group>
      )}
      {reply.outcome === 'unknown' && <p className={styles.text}>{m.checklist_test_unknown()}</p>}
    </>
  )
}
