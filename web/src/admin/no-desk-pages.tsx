import { Button } from '@mantine/core'
import type { SessionView } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { notify } from '#web/ui/notify.ts'
import { Plain } from './full-pages.tsx'
import { signOut, switchToTenant } from './session.ts'

/** Why somebody who is signed in has no business to work for here. */
export function NoDesk({ ended, tenants }: { ended: SessionView['endedMembership']; tenants: SessionView['tenants'] }) {
  if (ended?.reason === 'support_ended') return <SupportEnded name={ended.name} tenants={tenants} />
  if (ended?.reason === 'deleted') return <BusinessDeleted />
  return ended ? <MembershipEnded name={ended.name} reason={ended.reason} /> : <NoBusiness />
}

/** Somebody who worked for one business: they were removed from it, or it is suspended. */
function MembershipEnded({ name, reason }: { name: string; reason: 'removed' | 'suspended' }) {
  const isRemoved = reason === 'removed'
  return (
    <Plain
      title={isRemoved ? m.account_not_found_title() : m.account_suspended_title({ name })}
      text={isRemoved ? m.account_no_business_text({ name }) : m.account_suspended_text()}
      action={<Button onClick={() => void signOut()}>{m.desk_sign_out()}</Button>}
    />
  )
}

/** Somebody whose only business does not exist any more. */
function BusinessDeleted() {
  return (
    <Plain
      title={m.account_deleted_title()}
      text={m.account_deleted_text()}
      action={<Button onClick={() => void signOut()}>{m.desk_sign_out()}</Button>}
    />
  )
}

/** Somebody whom the configuration names as an admin, and no business has as a member. */
function NoBusiness() {
  return (
    <Plain
      title={m.account_no_business_title()}
      text={m.account_no_assigned_text()}
      action={<Button onClick={() => void signOut()}>{m.desk_sign_out()}</Button>}
    />
  )
}

/** The platform owner's access to a business is over: nothing acts on a business before they choose one. */
function SupportEnded({ name, tenants }: { name: string; tenants: SessionView['tenants'] }) {
  return (
    <Plain
      title={m.account_support_ended_title({ name })}
      text={m.account_support_ended_text()}
      action={
        <>
          <Button component="a" href="/super-admin?tab=matrix" variant="filled">
            {m.account_support_ended_panel()}
          </Button>
          {tenants.map((own) => (
            <Button key={own.id} onClick={() => void switchToTenant(own.id).catch(notify.failure)}>
              {m.account_support_ended_own({ name: own.name })}
            </Button>
          ))}
        </>
      }
    />
  )
}
