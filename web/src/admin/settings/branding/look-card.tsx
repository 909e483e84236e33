import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { contrast, isHexColor } from '#contracts/tenant/accent.ts'
import type { uploadBrandImage } from '#contracts/tenant/branding.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { CallError } from '#web/lib/call.ts'
import { planName } from '#web/lib/plan-name.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './branding.module.css'
import type { BrandCard } from './branding-form.tsx'

/** Colour, logo and favicon: locked where the plan has no custom branding. */
export function LookCard({ view, draft, faults, onChange }: BrandCard) {
  const { isIncluded } = view.customBranding
  const plan = planName(view.customBranding.plan)
  const color = draft.primaryColor ?? view.branding.primaryColor
  const isLow = isHexColor(color) && contrast(color, '#ffffff') < 4.5
  return (
    <SettingsCard
      id="look"
      title={m.settings_branding()}
      aside={isIncluded ? null : <Badge tone="waiting">{m.settings_locked({ plan })}</Badge>}
      text={isIncluded ? m.settings_look_text() : m.settings_locked_text({ plan })}
    >
      <div className={styles.colour}>
        <input
          type="color"
          aria-label={m.settings_colour_pick()}
          disabled={!isIncluded}
          value={isHexColor(color) ? color : '#38beba'}
          onChange={(event) => onChange({ primaryColor: event.currentTarget.value })}
        />
        <TextInput
          label={m.settings_colour()}
          disabled={!isIncluded}
          maxLength={7}
          spellCheck={false}
          value={color}
          onChange={(event) => onChange({ primaryColor: event.currentTarget.value })}
          error={faults.primaryColor}
        />
      </div>
      <p className={shared.cardText} role="status">
        {isLow ? m.settings_colour_low() : m.settings_colour_good()}
      </p>
      <Picture name="logo" label={m.settings_logo()} view={view} draft={draft} faults={faults} onChange={onChange} />
      <Picture
        name="favicon"
        label={m.settings_favicon()}
        view={view}
        draft={draft}
        faults={faults}
        onChange={onChange}
      />
    </SettingsCard>
  )
}

type Uploaded = ReplyOf<typeof uploadBrandImage>

/** Sends a picture as a form. Throws with the server's sentence. */
async function upload(file: File): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', file)
  const response = await fetch('/api/settings/branding/images', { method: 'POST', body: form })
  const reply = await response.json().catch(() => ({}))
  if (!response.ok)
    throw new CallError(reply.error?.code ?? 'bad_answer', reply.error?.message ?? '', { status: response.status })
  return reply as Uploaded
}

function Picture({ name, label, view, draft, onChange }: BrandCard & { name: 'logo' | 'favicon'; label: string }) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const chosen = draft[name]
  const shown = chosen === undefined ? view.branding[name] : (chosen?.url ?? null)
  const isLocked = !view.customBranding.isIncluded
  const choose = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    await upload(file).then((uploaded) => onChange({ [name]: uploaded }), notify.failure)
    setBusy(false)
  }
  return (
    <div className={styles.picture}>
      {shown ? (
        <img src={shown} alt="" width={48} height={48} />
      ) : (
        <span className={styles.noPicture} aria-hidden="true" />
      )}
      <div className={styles.grow}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className={styles.file}
          type="file"
          accept=".png,.jpg,.jpeg,.webp,.svg,.ico"
          disabled={isLocked || isBusy}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </div>
      {shown && !isLocked && (
        <Button size="xs" onClick={() => onChange({ [name]: null })}>
          {m.settings_picture_remove()}
        </Button>
      )}
    </div>
  )
}
