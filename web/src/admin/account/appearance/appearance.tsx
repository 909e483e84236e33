import { SegmentedControl } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppearanceView, changeAppearance } from '#contracts/identity/appearance.ts'
import type { SessionView } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { showAccent, showAppearance } from '#web/lib/appearance.ts'
import { call } from '#web/lib/call.ts'
import { readOwnSession } from '#web/lib/own-session.ts'
import { type ThemeChoice, useTheme } from '#web/lib/theme.ts'
import { notify } from '#web/ui/notify.ts'
import { queryClient } from '#web/ui/provider.tsx'
import { AccentField, OWN_COLOUR } from './accent-field.tsx'
import styles from './appearance.module.css'
import { Picture } from './picture.tsx'

/** After the last change of the colour, which a picker changes many times a second. */
const SAVE_AFTER_MS = 400

/** The key of the session that the desk shows; the platform owner's page reads it here alone. */
const ownSessionQuery = { queryKey: ['session'], queryFn: readOwnSession, staleTime: Number.POSITIVE_INFINITY }

/** How the pages look for the person who is signed in: colour, light or dark, picture. Each is shown and stored at once, for every device. */
export function Appearance() {
  const { data, error, refetch } = useQuery(ownSessionQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data?.user) return <Skeleton height="160px" />
  return <Fields name={data.user.name} appearance={data.user.appearance} />
}

/** Shows what the server stored. */
function show(appearance: AppearanceView): void {
  void showAppearance(appearance)
  queryClient.setQueryData<SessionView>(
    ownSessionQuery.queryKey,
    (session) => session && { ...session, user: session.user && { ...session.user, appearance } },
  )
}

function Fields({ name, appearance }: { name: string; appearance: AppearanceView }) {
  const [theme, setTheme] = useTheme()
  /** The colour on screen while it is being stored. */
  const [chosen, setChosen] = useState<string | null>(null)
  const store = (body: { accentColor?: string | null; colorScheme?: ThemeChoice }) =>
    call(changeAppearance, { body })
      .then(show, (error: unknown) => {
        void showAppearance(appearance)
        notify.failure(error)
      })
      .finally(() => setChosen(null))
  const storeColour = useDebouncedCallback(
    (color: string) => void store({ accentColor: color === OWN_COLOUR ? null : color }),
    { delay: SAVE_AFTER_MS, flushOnUnmount: true },
  )
  const choose = (color: string) => {
    setChosen(color)
    void showAccent(color)
    storeColour(color)
  }
  const chooseTheme = (value: string) => {
    const colorScheme = value as ThemeChoice
    setTheme(colorScheme)
    void store({ colorScheme })
  }
  return (
    <div className={styles.fields}>
      <Picture name={name} url={appearance.avatarUrl} onChanged={show} />
      <div>
        <p className={styles.label} id="account-scheme">
          {m.account_scheme()}
        </p>
        <SegmentedControl
          aria-labelledby="account-scheme"
          value={theme}
          onChange={chooseTheme}
          data={[
            { value: 'light', label: m.common_theme_light() },
            { value: 'dark', label: m.common_theme_dark() },
            { value: 'auto', label: m.common_theme_auto() },
          ]}
        />
      </div>
      <AccentField value={chosen ?? appearance.accentColor ?? OWN_COLOUR} onChange={choose} />
    </div>
  )
}
