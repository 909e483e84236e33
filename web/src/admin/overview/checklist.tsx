import '@mantine/core/styles/Accordion.layer.css'
import '@mantine/core/styles/Card.layer.css'
import { Accordion, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChecklistStep, ChecklistView } from '#contracts/signup/checklist.ts'
import * as m from '#i18n/messages.js'
import { ColleagueStep } from './colleague-step.tsx'
import { KnowledgeStep } from './knowledge-step.tsx'
import { LinkStep } from './link-step.tsx'
import styles from './overview.module.css'
import { TestStep } from './test-step.tsx'

const TEXTS: Record<ChecklistStep, { title: () => string; text: () => string }> = {
  knowledge: { title: m.checklist_knowledge, text: m.checklist_knowledge_text },
  test_question: { title: m.checklist_test, text: m.checklist_test_text },
  link: { title: m.checklist_link, text: m.checklist_link_text },
  colleague: { title: m.checklist_colleague, text: m.checklist_colleague_text },
  first_chat: { title: m.checklist_chat, text: m.checklist_chat_text },
}

/** The steps to the first answered chat, each done right here; the first that is left is open. */
export function ChecklistCard({ view }: { view: ChecklistView }) {
  const next = view.steps.find(({ isDone }) => !isDone)?.id ?? null
  // The step stays open when it is done: it shows the result.
  const [chosen, choose] = useState<string | null>(next)
  const done = view.steps.filter(({ isDone }) => isDone).length
  return (
    <Card withBorder padding="lg" radius="md" component="section" aria-labelledby="checklist-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="checklist-title">
          {m.checklist_title()}
        </Title>
        <Text c="dimmed">{m.checklist_progress({ done, of: view.steps.length })}</Text>
      </Group>
      {!view.canEdit && <Text mb="sm">{m.checklist_roles()}</Text>}
      <Accordion value={chosen} onChange={choose} order={3}>
        {view.steps.map(({ id, isDone }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control
              icon={
                isDone ? (
                  <IconCircleCheckFilled className={styles.done} size={22} aria-label={m.checklist_done()} />
                ) : (
                  <IconCircle className={styles.open} size={22} stroke={1.5} aria-label={m.checklist_open()} />
                )
              }
            >
              {TEXTS[id].title()}
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="md">
                <Text>{TEXTS[id].text()}</Text>
                {view.canEdit && <Step id={id} view={view} />}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  )
}

function Step({ id, view }: { id: ChecklistStep; view: ChecklistView }) {
  switch (id) {
    case 'knowledge':
      return <KnowledgeStep website={view.website} />
    case 'test_question':
      return <TestStep />
    case 'link':
      return <LinkStep links={view.links} />
    case 'colleague':
      return <ColleagueStep view={view} />
    case 'first_chat':
      return (
        <Button
          className={styles.start}
          variant="filled"
          component="a"
          href={view.links[0]?.url}
          target="_blank"
          rel="noopener"
        >
          {m.onboarding_open()}
        </Button>
      )
  }
}
