import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { AccountView } from '#contracts/identity/account.ts'
import { disableTwoFactor, renewRecoveryCodes, setUpTwoFactor } from '#contracts/identity/two-factor.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'
import { CodeForm } from './code-form.tsx'
import { readAccountAgain } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

type Setup = ReplyOf<typeof setUpTwoFactor>
type Step = { name: 'none' } | { name: 'setup'; setup: Setup } | { name: 'renew' } | { name: 'codes'; codes: string[] }

/** Two-factor sign-in: off with the way to set it up, or on with recovery codes and the way out. */
export function TwoFactor({ account }: { account: AccountView }) {
  const [step, setStep] = useState<Step>({ name: 'none' })
  const begin = async () => {
    const setup = await withFreshSignIn(() => call(setUpTwoFactor))
    if (setup) setStep({ name: 'setup', setup })
  }
  const showCodes = (codes: string[]) => {
    setStep({ name: 'codes', codes })
    void readAccountAgain()
  }
  const switchOff = async () => {
    const isSure = await confirmAction({
      title: m.account_two_factor_off_title(),
      body: m.account_two_factor_off_text(),
      confirm: m.account_two_factor_off(),
      isDanger: true,
    })
    if (!isSure || !(await withFreshSignIn(() => call(disableTwoFactor)))) return
    setStep({ name: 'none' })
    notify.success(m.account_two_factor_is_off())
    await readAccountAgain()
  }
  const cancel = () => setStep({ name: 'none' })
  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onDone={cancel} />
  if (step.name === 'setup') return <TwoFactorSetup setup={step.setup} onDone={showCodes} onCancel={cancel} />
  if (step.name === 'renew') {
    const renew = async (code: string) => showCodes((await call(renewRecoveryCodes, { body: { code } })).recoveryCodes)
    return <CodeForm submitLabel={m.account_codes_renew()} onSubmit={renew} onCancel={cancel} />
  }
  const { twoFactor } = account
  return (
    <>
      <p className={styles.text}>
        {twoFactor
          ? m.account_two_factor_on_text({
              date: formatDate(twoFactor.since),
              count: twoFactor.recoveryCodesLeft,
            })
          : m.account_two_factor_text()}
      </p>
      <div className={styles.actions}>
        {twoFactor ? (
          <>
            <Button onClick={() => setStep({ name: 'renew' })}>{m.account_codes_renew()}</Button>
            <Button color="red" onClick={() => void switchOff().catch(notify.failure)}>
              {m.account_two_factor_off()}
            </Button>
          </>
        ) : (
          <Button onClick={() => void begin().catch(notify.failure)}>{m.account_two_factor_begin()}</Button>
        )}
      </div>
    </>
  )
}
