import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  createFamilyGiftTokens,
  createGiftToken,
  createGiftTokenBatch,
  type GiftTokenView,
} from '#contracts/owner/gift-token.ts'
import * as m from '#i18n/messages.js'
import { Card } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { runAct } from './act.ts'
import { CopyButtons } from './copy-buttons.tsx'
import { tokenKindLabel } from './labels.ts'
import styles from './panel.module.css'

const KINDS = ['single', 'test'] as const

/** Makes gift tokens: one with a description, twenty at once, and the family codes. */
export function GiftTokens() {
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<GiftTokenView | null>(null)
  const busily = async <T,>(act: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await act()
    } finally {
      setBusy(false)
    }
  }
  const many = async (create: () => Promise<{ created: number }>, failed: (message: string) => string) => {
    const isSure = await confirmAction({
      title: m.owner_confirm_twenty(),
      body: m.owner_confirm_twenty_text(),
      confirm: m.owner_generate(),
    })
    if (isSure) await busily(() => runAct(create, { done: m.owner_twenty_made(), failed }))
  }
  return (
    <div className={styles.stack}>
      <NewToken isBusy={isBusy} busily={busily} onMade={setMade} />
      {made && (
        <Card className={styles.card} aria-live="polite" aria-label={m.owner_new_token()}>
          <h2>{m.owner_new_token()}</h2>
          <div className={styles.copied}>
            <span className={styles.code}>{made.code}</span>
            <CopyButtons token={made} />
          </div>
          <p className={styles.sub}>{made.link}</p>
        </Card>
      )}
      <Card className={styles.card} aria-label={m.owner_many_tokens()}>
        <h2>{m.owner_many_tokens()}</h2>
        <p className={styles.intro}>{m.owner_many_tokens_text()}</p>
        <div className={styles.row}>
          <Button
            disabled={isBusy}
            onClick={() =>
              void many(
                () => call(createGiftTokenBatch),
                (message) => m.owner_error_batch({ message }),
              )
            }
          >
            {m.owner_generate_twenty()}
          </Button>
          <Button
            disabled={isBusy}
            onClick={() =>
              void many(
                () => call(createFamilyGiftTokens),
                (message) => m.owner_error_family({ message }),
              )
            }
          >
            {m.owner_family()}
          </Button>
        </div>
      </Card>
    </div>
  )
}

type NewTokenProps = {
  isBusy: boolean
  busily: <T>(act: () => Promise<T>) => Promise<T>
  onMade: (token: GiftTokenView) => void
}

function NewToken({ isBusy, busily, onMade }: NewTokenProps) {
  const [description, setDescription] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('single')
  const isEmpty = description.trim() === ''
  const generate = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isBusy) return
    const create = () => call(createGiftToken, { body: { description, kind } })
    const token = await busily(() =>
      runAct(create, { done: m.owner_token_made(), failed: (message) => m.owner_error_generate({ message }) }),
    )
    if (!token) return
    onMade(token)
    setDescription('')
  }
  return (
    <Card className={styles.card} aria-label={m.owner_generate_title()}>
      <h2>{m.owner_generate_title()}</h2>
      <p className={styles.intro}>{m.owner_generate_text()}</p>
      <form className={styles.row} onSubmit={(event) => void generate(event)}>
        <TextInput
          className={styles.grow ?? ''}
          label={m.owner_description()}
          placeholder={m.owner_description_hint()}
          maxLength={200}
          required
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Select
          label={m.owner_kind()}
          allowDeselect={false}
          data={KINDS.map((value) => ({ value, label: tokenKindLabel(value) }))}
          value={kind}
          onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'single')}
        />
        <Button type="submit" variant="filled" disabled={isEmpty || isBusy}>
          {isBusy ? m.owner_generating() : m.owner_generate()}
        </Button>
      </form>
    </Card>
  )
}
