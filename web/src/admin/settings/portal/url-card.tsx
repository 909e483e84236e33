import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { generatePortalUrl } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'
import { copyText } from '#web/admin/settings/copy-button.tsx'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './portal.module.css'

/** Customer portal URL generator: shows the address in a dialog. */
export function UrlCard() {
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const generate = async () => {
    setBusy(true)
    try {
      setUrl((await call(generatePortalUrl)).url)
    } catch (error) {
      const isSignedOut = error instanceof CallError && error.code === 'unauthenticated'
      notify.error(isSignedOut ? m.settings_url_no_user() : m.settings_url_failed())
    }
    setBusy(false)
  }
  return (
    <SettingsCard id="portal-url" title={m.settings_url()} text={m.settings_url_text()}>
      <div className={shared.actions}>
        <Button onClick={() => void generate()} disabled={isBusy} aria-busy={isBusy}>
          {m.settings_url_generate()}
        </Button>
      </div>
      <Modal
        opened={url !== null}
        onClose={() => setUrl(null)}
        title={m.settings_url_title()}
        closeButtonProps={{ 'aria-label': m.common_close() }}
      >
        <p className={styles.url}>{url}</p>
        <div className={shared.actions}>
          <Button component="a" href={url ?? ''} target="_blank" rel="noopener">
            {m.settings_url_open()}
          </Button>
          <Button variant="filled" data-autofocus onClick={() => void copyText(url ?? '')}>
            {m.settings_url_copy()}
          </Button>
        </div>
      </Modal>
    </SettingsCard>
  )
}
