import { IconArrowRight } from '@tabler/icons-react'
import type { AgentsView } from '#contracts/agent/agent.ts'
import * as m from '#i18n/messages.js'
import { providerName } from '#web/admin/api-settings/labels.ts'
import { useSection } from '#web/admin/desk-address.ts'
import { classes } from '#web/lib/classes.ts'
import styles from './providers.module.css'

/** Which AI providers have a key; without any the assistant answers from the knowledge alone. */
export function Providers({ providers }: { providers: AgentsView['providers'] }) {
  const [, open] = useSection()
  const isAny = providers.some(({ isConnected }) => isConnected)
  return (
    <section className={styles.panel} aria-labelledby="agent-providers">
      <header className={styles.head}>
        <h2 id="agent-providers" className={styles.title}>
          {m.agent_providers()}
        </h2>
        <button type="button" className={styles.link} onClick={() => open('api-settings')}>
          {m.agent_providers_open()}
          <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      {!isAny && <p className={styles.none}>{m.agent_providers_none()}</p>}
      <ul className={styles.providers}>
        {providers.map(({ id, isConnected }) => (
          <li key={id} className={classes(styles.provider, isConnected && styles.on)}>
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.name}>{providerName(id)}</span>
            <span className={styles.state}>{isConnected ? m.agent_connected() : m.agent_disconnected()}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
