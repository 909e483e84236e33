import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DataRunId } from '#contracts/ids.ts'
import { GRACE_DAYS } from '#contracts/owner/grace.ts'
import type { TenantDetail } from '#contracts/owner/tenant.ts'
import { deleteTenant, takeTenantOut } from '#contracts/owner/tenant-data.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { runAct } from '#web/owner/act.ts'
import { ActForm } from '#web/owner/act-form.tsx'
import styles from '#web/owner/panel.module.css'

const newId = () => crypto.randomUUID() as DataRunId

/** The take-out and the deletion of a business. */
export function TenantData({ tenant }: { tenant: TenantDetail }) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const params = { tenantId: tenant.id }
  const takeOut = async () => {
    setBusy(true)
    await runAct(() => call(takeTenantOut, { params, body: { id: newId() } }), { done: m.owner_take_out_begun() })
    setBusy(false)
  }
  const remove = (reason: string) =>
    runAct(() => call(deleteTenant, { params, body: { id: newId(), name, reason, graceDays: GRACE_DAYS } }), {
      done: m.owner_delete_planned(),
    })
  return (
    <>
      <section className={styles.form} aria-label={m.owner_take_out_title()}>
        <h3>{m.owner_take_out_title()}</h3>
        <p className={styles.intro}>{m.owner_take_out_text()}</p>
        <div>
          <Button loading={isBusy} onClick={() => void takeOut()}>
            {m.owner_take_out_title()}
          </Button>
        </div>
      </section>
      <ActForm
        title={m.owner_delete_title()}
        text={m.owner_delete_text({ days: GRACE_DAYS, name: tenant.name })}
        submit={m.owner_delete_plan()}
        isDanger
        onSubmit={remove}
      >
        <TextInput
          label={m.owner_delete_name()}
          maxLength={200}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ActForm>
    </>
  )
}
