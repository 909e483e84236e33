import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeSlug, type PortalAddressView } from '#contracts/tenant/portal-address.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { faultOf } from './fault-of.ts'
import styles from './portal.module.css'

export type AddressCard = { view: PortalAddressView; onChange: (next: PortalAddressView) => void }

/** The portal's address on the platform. */
export function SlugCard({ view, onChange }: AddressCard) {
  const [slug, setSlug] = useState(view.slug)
  const saving = useMutation({
    mutationFn: () => call(changeSlug, { body: { address: slug } }),
    onSuccess: (next) => {
      onChange(next)
      notify.success(m.settings_slug_saved())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <SettingsCard id="slug" title={m.settings_slug()} text={m.settings_slug_text()}>
      <form className={styles.oneField} onSubmit={submit} noValidate>
        <TextInput
          label={m.settings_slug_label()}
          description={m.settings_slug_help({ prefix: view.slugPrefix })}
          maxLength={50}
          spellCheck={false}
          autoCapitalize="none"
          value={slug}
          onChange={(event) => {
            saving.reset()
            setSlug(event.currentTarget.value.toLowerCase().replace(/\s+/g, '-'))
          }}
          error={faultOf(saving.error, 'address')}
        />
        <Button type="submit" disabled={slug === view.slug} aria-busy={saving.isPending}>
          {m.settings_slug_save()}
        </Button>
      </form>
      {view.formerSlugs.length > 0 && (
        <p className={shared.cardText}>{m.settings_slug_former({ slugs: view.formerSlugs.join(', ') })}</p>
      )}
    </SettingsCard>
  )
}
