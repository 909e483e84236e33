import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { MemoryView } from '#contracts/memory/memory.ts'
import { eraseGuestMemory, getGuestMemory } from '#contracts/memory/memory.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { satisfactionOf, topicLabel, traitsOf } from '#web/lib/memory-labels.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { useResource } from '#web/portal/use-resource.ts'
import styles from './memory-dialog.module.css'

/** The memory of this visitor, with a button that erases it. */
export function MemoryDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const resource = useResource(`memory ${slug}`, () => asGuest(slug, () => call(getGuestMemory, { params: { slug } })))
  const [step, setStep] = useState<'read' | 'ask' | 'erasing' | 'erased'>('read')
  const [failure, setFailure] = useState<unknown>(null)
  const memory = resource.value?.memory ?? null
  const erase = async () => {
    setStep('erasing')
    setFailure(null)
    try {
      await asGuest(slug, () => call(eraseGuestMemory, { params: { slug } }))
      resource.set({ memory: null })
      setStep('erased')
    } catch (error) {
      setFailure(error)
      setStep('ask')
    }
  }
  const isAsking = step === 'ask' || step === 'erasing'
  const actions =
    memory &&
    (isAsking ? (
      <>
        <Button onClick={() => setStep('read')}>{m.common_cancel()}</Button>
        <Button
          variant="danger"
          isBusy={step === 'erasing'}
          busyLabel={m.memory_own_erasing()}
          onClick={() => void erase()}
        >
          {m.memory_own_erase_yes()}
        </Button>
      </>
    ) : (
      <Button icon={<IconTrash size={18} stroke={1.5} aria-hidden="true" />} onClick={() => setStep('ask')}>
        {m.memory_own_erase()}
      </Button>
    ))
  return (
    <Dialog
      isOpen
      title={isAsking ? m.memory_own_ask_title() : m.memory_own_title()}
      onClose={onClose}
      actions={actions}
    >
      {isAsking ? (
        <p>{m.memory_own_ask_text()}</p>
      ) : (
        <Content resource={resource} memory={memory} isErased={step === 'erased'} />
      )}
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {m.memory_own_failed({ cause: failureText(failure) })}
        </p>
      )}
    </Dialog>
  )
}

type ContentProps = {
  resource: { value: unknown; error: unknown; reload: () => void }
  memory: MemoryView | null
  isErased: boolean
}

function Content({ resource, memory, isErased }: ContentProps) {
  if (resource.error && !resource.value) return <ErrorState error={resource.error} onRetry={resource.reload} />
  if (!resource.value) {
    return (
      <div className={styles.waiting} aria-busy="true">
        <Skeleton width="80%" height="14px" />
        <Skeleton width="64%" height="14px" />
        <Skeleton width="72%" height="14px" />
      </div>
    )
  }
  if (!memory) {
    return (
      <div role="status">
        <EmptyState title={isErased ? m.memory_own_erased() : m.memory_own_empty()}>
          {isErased ? m.memory_own_erased_text() : m.memory_own_empty_text()}
        </EmptyState>
      </div>
    )
  }
  return <MemoryFacts memory={memory} />
}

function MemoryFacts({ memory }: { memory: MemoryView }) {
  const satisfaction = satisfactionOf(memory)
  const facts: [string, string][] = [
    [m.memory_own_since(), formatDate(memory.firstVisitAt)],
    [m.memory_visits(), formatNumber(memory.visitCount)],
    [m.memory_questions(), formatNumber(memory.totalInteractions)],
    ...traitsOf(memory),
    ...(satisfaction === null
      ? []
      : [[m.memory_satisfaction(), m.memory_of_five({ value: formatNumber(satisfaction, 1) })] as [string, string]]),
  ]
  const lists: [string, string[]][] = [
    [
      m.memory_issues(),
      memory.knownIssues.map(({ topic, count }) => `${topicLabel(topic)}, ${m.memory_times({ count })}`),
    ],
    [m.memory_own_solved(), memory.resolvedIssues.map(({ topic }) => topicLabel(topic))],
    [m.memory_own_helpful(), memory.successfulSolutions.map(({ title }) => title)],
    [
      m.memory_own_persons(),
      memory.escalations.map(({ at, words }) => [formatDate(at), words].filter(Boolean).join(': ')),
    ],
  ]
  return (
    <>
      <p className={styles.about}>{m.memory_own_about()}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lists.map(
        ([title, items]) =>
          items.length > 0 && (
            <Part key={title} title={title}>
              <ul className={styles.list}>
                {[...new Set(items)].map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </Part>
          ),
      )}
      {memory.recentExchanges.length > 0 && (
        <Part title={m.memory_own_recent()}>
          <ul className={styles.list}>
            {memory.recentExchanges.map(({ at, question, answer }) => (
              <li key={at}>
                <span className={styles.question}>{question}</span>
                {answer && <span className={styles.answer}>{answer}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
