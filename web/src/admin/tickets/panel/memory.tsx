import { useQuery } from '@tanstack/react-query'
import type { MemoryView } from '#contracts/memory/memory.ts'
import * as m from '#i18n/messages.js'
import { memoryQuery } from '#web/admin/tickets/queries.ts'
import { formatNumber } from '#web/lib/format.ts'
import { satisfactionOf, topicLabel, traitsOf } from '#web/lib/memory-labels.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { reasonLabel } from '#web/ui/ticket-labels.tsx'
import { Block, Fact } from './block.tsx'
import styles from './memory.module.css'

/** The memory of the requester, who sees the same and can erase it. */
export function Memory({ ticketId }: { ticketId: string }) {
  const { data: memory } = useQuery(memoryQuery(ticketId))
  return memory ? <MemoryBlock memory={memory} /> : null
}

/** What is remembered of somebody; nothing before their first question. */
export function MemoryBlock({ memory }: { memory: MemoryView }) {
  if (memory.totalInteractions === 0) return null
  const satisfaction = satisfactionOf(memory)
  return (
    <Block title={m.memory_desk_title()}>
      <dl>
        <Fact name={m.memory_visits()}>{formatNumber(memory.visitCount)}</Fact>
        <Fact name={m.memory_questions()}>{formatNumber(memory.totalInteractions)}</Fact>
        {satisfaction !== null && (
          <Fact name={m.memory_satisfaction()}>{m.ticket_rating_of({ value: formatNumber(satisfaction, 1) })}</Fact>
        )}
        {traitsOf(memory).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <Issues memory={memory} />
      <Questions memory={memory} />
      <Escalations memory={memory} />
    </Block>
  )
}

function Issues({ memory }: { memory: MemoryView }) {
  if (memory.knownIssues.length === 0) return null
  const isSolved = (topic: string) => memory.resolvedIssues.some((one) => one.topic === topic)
  return (
    <>
      <h4 className={styles.title}>{m.memory_issues()}</h4>
      <ul className={styles.issues}>
        {memory.knownIssues.map(({ topic, count, lastAt, issue }) => (
          <li key={topic} title={issue} data-solved={isSolved(topic) || undefined}>
            <span>{topicLabel(topic)}</span>
            {count > 1 && <strong>{m.memory_times({ count })}</strong>}
            {isSolved(topic) && <small>{m.memory_solved()}</small>}
            <RelativeTime at={lastAt} isShort className={styles.at} />
          </li>
        ))}
      </ul>
    </>
  )
}

const SHOWN_QUESTIONS = 3

function Questions({ memory }: { memory: MemoryView }) {
  const asked = memory.commonQuestions.filter(({ count }) => count > 1).slice(0, SHOWN_QUESTIONS)
  if (asked.length === 0) return null
  return (
    <>
      <h4 className={styles.title}>{m.memory_asked_often()}</h4>
      <ul className={styles.issues}>
        {asked.map(({ question, count }) => (
          <li key={question}>
            <span>{question}</span>
            <strong>{m.memory_times({ count })}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

const SHOWN_ESCALATIONS = 5

/** Escalations of all their chats. */
function Escalations({ memory }: { memory: MemoryView }) {
  const called = memory.escalations.slice(0, SHOWN_ESCALATIONS)
  if (called.length === 0) return null
  return (
    <>
      <h4 className={styles.title}>{m.memory_escalations()}</h4>
      <ul className={styles.issues}>
        {called.map(({ at, reason, words }) => (
          <li key={at} title={words}>
            <span>{reasonLabel(reason)}</span>
            <RelativeTime at={at} isShort className={styles.at} />
          </li>
        ))}
      </ul>
    </>
  )
}
