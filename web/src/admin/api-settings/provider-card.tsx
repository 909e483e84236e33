import { Autocomplete, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProviderView } from '#contracts/provider/api-settings.ts'
import * as m from '#i18n/messages.js'
import { Badge } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import styles from './api-settings.module.css'
import { type Faults, formOf, isMoved, type ProviderEdit, type ProviderForm } from './draft.ts'
import { TestButton, useKeyTest } from './key-test.tsx'
import { dollars, priceLabel, providerName, spent, statusOf, storedProblem } from './labels.ts'

type CardProps = {
  view: ProviderView
  edit: ProviderEdit | undefined
  faults: Faults
  onEdit: (patch: ProviderEdit) => void
}

type FieldsProps = Omit<CardProps, 'edit'> & { form: ProviderForm }

/** One provider: key, model, price, and today's cost. */
export function ProviderCard({ view, edit, faults, onEdit }: CardProps) {
  const form = formOf(view, edit)
  const test = useKeyTest(view.id, form)
  const change = (patch: ProviderEdit) => {
    test.reset()
    onEdit(patch)
  }
  const { label, tone } = statusOf(view)
  const fields = { view, form, faults, onEdit: change }
  return (
    <section className={styles.card} aria-labelledby={`provider-${view.id}`}>
      <header className={styles.cardHead}>
        <h3 id={`provider-${view.id}`} className={styles.name}>
          {providerName(view.id)}
        </h3>
        <span className={styles.status}>
          <Badge tone={tone}>{label}</Badge>
        </span>
      </header>
      {view.id === 'custom' && <AddressField {...fields} />}
      <div className={styles.keyRow}>
        <KeyField {...fields} />
        <TestButton id={view.id} test={test} />
      </div>
      <div role="status" className={classes(styles.result, test.isOk ? styles.good : styles.bad)}>
        {test.message ?? (form.key || form.isRemoved ? null : storedProblem(view))}
      </div>
      <KeyNotes {...fields} />
      <ModelField {...fields} />
      <PriceFields {...fields} />
      <p className={styles.priceClass}>
        <span>{m.provider_price_class()}</span> {priceLabel(view.id)}
      </p>
      {view.callsToday > 0 && (
        <p className={styles.today}>
          {m.provider_today({ count: view.callsToday, cost: spent(view.spentTodayMicroCents) })}
          {view.failedToday > 0 && ` · ${m.provider_today_failed({ count: view.failedToday })}`}
        </p>
      )}
    </section>
  )
}

function KeyField({ view, form, faults, onEdit }: FieldsProps) {
  const name = providerName(view.id)
  const stored = view.keyEnd ? m.provider_key_stored({ end: view.keyEnd }) : m.provider_key_stored_short()
  return (
    <TextInput
      className={styles.grow ?? ''}
      label={view.id === 'custom' ? m.provider_key_optional({ name }) : m.provider_key({ name })}
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      maxLength={500}
      placeholder={view.hasKey && !form.isRemoved ? stored : ''}
      value={form.key}
      onChange={(event) => onEdit({ key: event.currentTarget.value, isRemoved: false })}
      error={faults[`${view.id}.key`]}
    />
  )
}

/** Notes on what a save does to the stored key. */
function KeyNotes({ view, form, onEdit }: FieldsProps) {
  if (!view.hasKey) return null
  const willGo = form.isRemoved || (isMoved(view, form) && !form.key)
  return (
    <p className={styles.note}>
      {form.isRemoved && m.provider_key_removed()}
      {!form.isRemoved && willGo && m.provider_key_moved()}
      {!willGo && m.provider_key_help()}{' '}
      <button type="button" className={styles.link} onClick={() => onEdit({ isRemoved: !form.isRemoved, key: '' })}>
        {form.isRemoved ? m.common_undo() : m.provider_key_remove()}
        <span className="visually-hidden"> {providerName(view.id)}</span>
      </button>
    </p>
  )
}

function ModelField({ view, form, faults, onEdit }: FieldsProps) {
  return (
    <Autocomplete
      label={m.provider_model({ name: providerName(view.id) })}
      data={view.models}
      value={form.model}
      onChange={(model) => onEdit({ model })}
      placeholder={
        view.defaultModel ? m.provider_model_default({ model: view.defaultModel }) : m.provider_model_custom()
      }
      error={faults[`${view.id}.model`]}
      maxLength={200}
      spellCheck={false}
    />
  )
}

function AddressField({ view, form, faults, onEdit }: FieldsProps) {
  return (
    <TextInput
      label={m.provider_address()}
      description={m.provider_custom_help()}
      type="url"
      maxLength={500}
      placeholder={m.provider_address_placeholder()}
      value={form.baseUrl}
      onChange={(event) => onEdit({ baseUrl: event.currentTarget.value })}
      error={faults[`${view.id}.baseUrl`]}
    />
  )
}

const priceText = ({ id, isPriceEstimated }: ProviderView) => {
  if (id === 'custom') return m.provider_price_assumed
  return isPriceEstimated ? m.provider_price_estimate : m.provider_price_reckoned
}

function PriceFields({ view, form, faults, onEdit }: FieldsProps) {
  const [isOpen, open] = useState(form.inputPrice !== '' || form.outputPrice !== '')
  const name = providerName(view.id)
  const listPrice = { input: dollars(view.listPrice.inputCents), output: dollars(view.listPrice.outputCents) }
  if (!isOpen)
    return (
      <p className={styles.note}>
        {priceText(view)(listPrice)}{' '}
        <button type="button" className={styles.link} onClick={() => open(true)}>
          {m.provider_price_change()}
          <span className="visually-hidden"> {name}</span>
        </button>
      </p>
    )
  return (
    <div>
      <div className={styles.pair}>
        <TextInput
          label={m.provider_price_input({ name })}
          inputMode="decimal"
          value={form.inputPrice}
          onChange={(event) => onEdit({ inputPrice: event.currentTarget.value })}
          error={faults[`${view.id}.inputPrice`]}
        />
        <TextInput
          label={m.provider_price_output({ name })}
          inputMode="decimal"
          value={form.outputPrice}
          onChange={(event) => onEdit({ outputPrice: event.currentTarget.value })}
          error={faults[`${view.id}.outputPrice`]}
        />
      </div>
      <p className={styles.note}>
        {view.isPriceEstimated ? m.provider_price_help_estimate(listPrice) : m.provider_price_help()}
      </p>
    </div>
  )
}
