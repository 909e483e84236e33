import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CustomDomainView } from '#contracts/tenant/custom-domain.ts'
import {
  checkCustomDomain,
  type PortalAddressView,
  removeCustomDomain,
  setCustomDomain,
} from '#contracts/tenant/portal-address.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { DomainRecords } from './domain-records.tsx'
import { DomainState, stateOf } from './domain-state.tsx'
import { faultOf } from './fault-of.ts'
import styles from './portal.module.css'
import type { AddressCard } from './slug-card.tsx'

/** The business's own domain: locked where the plan has none, unless one is set already. */
export function DomainCard({ view, onChange }: AddressCard) {
  const { domain, customDomain } = view
  const { isIncluded } = customDomain
  const plan = planName(customDomain.plan)
  const state = domain && stateOf(domain)
  return (
    <SettingsCard
      id="domain"
      title={m.settings_domain()}
      text={isIncluded ? m.settings_domain_text() : m.settings_domain_locked_text({ plan })}
      aside={
        state ? (
          <Badge tone={state.tone}>{state.label()}</Badge>
        ) : isIncluded ? null : (
          <Badge tone="waiting">{m.settings_locked({ plan })}</Badge>
        )
      }
    >
      {domain ? (
        <SetDomain domain={domain} onChange={onChange} />
      ) : (
        <NewDomain isLocked={!isIncluded} onChange={onChange} />
      )}
    </SettingsCard>
  )
}

type Changing = { onChange: (next: PortalAddressView) => void }

function NewDomain({ isLocked, onChange }: Changing & { isLocked: boolean }) {
  const [host, setHost] = useState('')
  const saving = useMutation({ mutationFn: () => call(setCustomDomain, { body: { host } }), onSuccess: onChange })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form className={styles.oneField} onSubmit={submit} noValidate>
      <TextInput
        label={m.settings_domain_host()}
        description={m.settings_domain_host_help()}
        placeholder="help.example.com"
        maxLength={300}
        spellCheck={false}
        autoCapitalize="none"
        disabled={isLocked}
        value={host}
        onChange={(event) => {
          saving.reset()
          setHost(event.currentTarget.value)
        }}
        error={faultOf(saving.error, 'host')}
      />
      <Button type="submit" disabled={isLocked || host.trim() === ''} aria-busy={saving.isPending}>
        {m.settings_domain_set()}
      </Button>
    </form>
  )
}

function SetDomain({ domain, onChange }: Changing & { domain: CustomDomainView }) {
  const { host } = domain
  const checking = useMutation({
    mutationFn: () => call(checkCustomDomain),
    onSuccess: onChange,
    onError: notify.failure,
  })
  const removing = useMutation({
    mutationFn: () => call(removeCustomDomain),
    onSuccess: onChange,
    onError: notify.failure,
  })
  const remove = async () => {
    const question = {
      title: m.settings_domain_remove_title({ host }),
      body: m.settings_domain_remove_text({ host }),
      confirm: m.settings_domain_remove(),
      isDanger: true,
    }
    if (await confirmAction(question)) removing.mutate()
  }
  return (
    <>
      <DomainState domain={domain} />
      <DomainRecords domain={domain} />
      <div className={shared.actions}>
        {domain.proof && (
          <Button variant="filled" onClick={() => checking.mutate()} aria-busy={checking.isPending}>
            {m.settings_domain_check()}
          </Button>
        )}
        <Button onClick={() => void remove()} aria-busy={removing.isPending}>
          {m.settings_domain_remove()}
        </Button>
      </div>
    </>
  )
}
