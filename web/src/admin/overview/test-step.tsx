import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listAgents } from '#contracts/agent/agent.ts'
import { testAgent } from '#contracts/agent/agent-test.ts'
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
  const [answer, setAnswer] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const message = question.trim()
    if (message === '' || isBusy) return
    setBusy(true)
    try {
      const { items: agents } = await call(listAgents)
      const agent = agents.find(({ type }) => type === 'general') ?? agents[0]
      if (!agent) return
      const reply = await call(testAgent, { params: { agentId: agent.id }, body: { message } })
      setAnswer(reply.answer)
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
  return (
    <form onSubmit={(event) => void ask(event)}>
      <TextInput
        label={m.checklist_question()}
        maxLength={4000}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Button mt="sm" variant="filled" type="submit" loading={isBusy}>
        {m.checklist_ask()}
      </Button>
      <div role="status">{answer !== null && <p className={styles.answer}>{answer}</p>}</div>
    </form>
  )
}
