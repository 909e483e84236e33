import { IconSettings } from '@tabler/icons-react'
import {
  type CustomerSettingsView,
  changeCustomerSettings,
  getCustomerSettings,
} from '#contracts/customer/customer-settings.ts'
import type { InputOf } from '#contracts/endpoint.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { Card, Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import type { Accounts } from '#web/portal/account/use-account.ts'
import { useSignIn } from '#web/portal/account/use-sign-in.tsx'
import { asGuest } from '#web/portal/guest-session.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { Notifications } from './notifications.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import styles from './settings.module.css'

export type SettingsChange = InputOf<typeof changeCustomerSettings>['body']
/** Stores a change and shows what is stored then. Throws `CallError`; what is shown stays as it was. */
export type SaveSettings = (change: SettingsChange) => Promise<CustomerSettingsView>

/** "Settings": profile, notifications, language, time zone and theme of who is signed in. Everybody else is asked to sign in. */
export function SettingsPage({ portal, accounts }: { portal: PortalView; accounts: Accounts }) {
  return (
    <>
      <header className={styles.head}>
        <h1 className="pf-title">{m.portal_tab_settings()}</h1>
        {accounts.account && <p>{m.portal_settings_intro({ business: portal.name })}</p>}
      </header>
      {accounts.account && <Settings portal={portal} accounts={accounts} />}
      {accounts.account === null && <SignedOut slug={portal.slug} accounts={accounts} />}
    </>
  )
}

function Settings({ portal, accounts }: { portal: PortalView; accounts: Accounts }) {
  const params = { slug: portal.slug }
  const read = useResource(`settings ${portal.slug}`, () =>
    asGuest(portal.slug, () => call(getCustomerSettings, { params })),
  )
  const save: SaveSettings = async (body) => {
    const saved = await asGuest(portal.slug, () => call(changeCustomerSettings, { params, body }))
    read.set({ settings: saved })
    return saved
  }
  if (!read.value && read.error !== null && !read.isLoading) {
    return (
      <Card>
        <ErrorState error={read.error} onRetry={read.reload} />
      </Card>
    )
  }
  if (!read.value) {
    return (
      <div className={styles.cards} aria-busy="true">
        <Skeleton height="220px" radius="10px" />
        <Skeleton height="220px" radius="10px" />
      </div>
    )
  }
  const value = read.value.settings
  if (!value) return <SignedOut slug={portal.slug} accounts={accounts} />
  return (
    <div className={styles.cards}>
      <Profile settings={value} onSave={save} />
      <Notifications slug={portal.slug} settings={value} onSave={save} />
      <Preferences portal={portal} settings={value} onSave={save} />
      {value.isBusinessAccount && <Views slug={portal.slug} />}
    </div>
  )
}

/** For who also works for a business: the portal, or the desk. */
function Views({ slug }: { slug: string }) {
  return (
    <Card aria-labelledby="view">
      <h2 id="view" className={styles.title}>
        {m.portal_settings_view()}
      </h2>
      <p className={styles.help}>{m.portal_settings_view_help()}</p>
      <div className={styles.views}>
        <Button onClick={() => location.assign(`/customer?tenant=${encodeURIComponent(slug)}`)}>
          {m.portal_settings_view_customer()}
        </Button>
        <Button onClick={() => location.assign('/admin')}>{m.portal_settings_view_business()}</Button>
      </div>
    </Card>
  )
}

function SignedOut({ slug, accounts }: { slug: string; accounts: Accounts }) {
  const { start, dialog } = useSignIn(slug, accounts.otherAccount ?? null)
  return (
    <Card>
      <EmptyState
        icon={<IconSettings size={24} stroke={1.5} />}
        title={m.portal_settings_signed_out()}
        action={
          <Button variant="primary" onClick={start}>
            {m.portal_sign_in()}
          </Button>
        }
      >
        {m.portal_settings_signed_out_text()}
      </EmptyState>
      {dialog}
    </Card>
  )
}
