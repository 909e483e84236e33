import type { ReplyOf } from '#contracts/endpoint.ts'
import { enableTwoFactor, type setUpTwoFactor } from '#contracts/identity/two-factor.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import styles from './account.module.css'
import { CodeForm } from './code-form.tsx'

type SetupProps = {
  setup: ReplyOf<typeof setUpTwoFactor>
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** The QR code for the authenticator app, its key as text, and the first code. */
export function TwoFactorSetup({ setup, onDone, onCancel }: SetupProps) {
  const enable = async (code: string) => onDone((await call(enableTwoFactor, { body: { code } })).recoveryCodes)
  return (
    <div className={styles.setup}>
      <img className={styles.qr} src={setup.qrCode} alt={m.account_qr_alt()} width={184} height={184} />
      <div className={styles.form}>
        <p className={styles.text}>{m.account_qr_text()}</p>
        <p className={styles.key}>{setup.key}</p>
        <CodeForm submitLabel={m.account_two_factor_enable()} onSubmit={enable} onCancel={onCancel} />
      </div>
    </div>
  )
}
