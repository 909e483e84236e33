import { Button, Checkbox, FileButton, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { OfferedAction } from '#contracts/agent/agent-action.ts'
import { createAgentAction, readOpenApi } from '#contracts/agent/agent-action.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './actions.module.css'

/** Imports actions from an OpenAPI file; those that write need a person's confirmation at first. */
export function OpenApiImport({ agentId, onDone }: { agentId: AgentId; onDone: () => void }) {
  const [text, setText] = useState('')
  const [offers, setOffers] = useState<OfferedAction[] | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const work = async (run: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      setFailure(failureText(error))
    }
    setBusy(false)
  }
  const read = () =>
    work(async () => {
      const { items, problem } = await call(readOpenApi, { body: { text } })
      if (problem) return setFailure(problem)
      setOffers(items)
      setChosen(new Set())
    })
  const add = () =>
    work(async () => {
      const picked = (offers ?? []).filter(({ name }) => chosen.has(name))
      for (const { notes: _, ...offer } of picked) {
        const body = { ...offer, id: newId<AgentActionId>(), headers: [], ...defaultsFor(offer.method) }
        await call(createAgentAction, { params: { agentId }, body })
        // Imported actions stay when a later one fails.
        setChosen((before) => new Set([...before].filter((name) => name !== offer.name)))
      }
      notify.success(m.agent_action_imported({ count: picked.length }))
      onDone()
    })
  const toggle = (name: string) =>
    setChosen((before) =>
      before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name]),
    )
  return (
    <div className={styles.form}>
      <h3 className={styles.heading}>{m.agent_action_import()}</h3>
      {offers === null ? (
        <>
          <p className={styles.intro}>{m.agent_action_import_intro()}</p>
          <FileButton
            accept="application/json,application/yaml,.json,.yaml,.yml"
            onChange={(file) => void file?.text().then(setText)}
          >
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} stroke={1.5} />}>
                {m.agent_action_import_file()}
              </Button>
            )}
          </FileButton>
          <Textarea
            label={m.agent_action_import_text()}
            autosize
            minRows={6}
            maxRows={14}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      ) : (
        <div>
          {offers.map((offer) => (
            <article key={offer.name} className={styles.offer}>
              <Checkbox aria-label={offer.name} checked={chosen.has(offer.name)} onChange={() => toggle(offer.name)} />
              <div>
                <strong>{offer.name}</strong>
                <p className={styles.soft}>{offer.description}</p>
                <p className={styles.address}>
                  {offer.method} {offer.url}
                </p>
                {offer.notes.map((note) => (
                  <p key={note} className={styles.note}>
                    {note}
                  </p>
                ))}
              </div>
            </article>
          ))}
        </div>
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button onClick={offers === null ? onDone : () => setOffers(null)}>{m.common_back()}</Button>
        {offers === null ? (
          <Button variant="filled" disabled={isBusy || text.trim() === ''} onClick={() => void read()}>
            {m.agent_action_import_read()}
          </Button>
        ) : (
          <Button variant="filled" disabled={isBusy || chosen.size === 0} onClick={() => void add()}>
            {m.agent_action_import_add({ count: chosen.size })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Actions that write need a person's confirmation, until an admin changes that. */
const defaultsFor = (method: OfferedAction['method']) => ({ needsConfirmation: method !== 'GET', isEnabled: true })
