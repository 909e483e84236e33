import { IconArrowRight } from '@tabler/icons-react'
import type { AgentsView } from '#contracts/agent/agent.ts'
import * as m from '#i18n/messages.js'
import { connectionOf, providerName } from '#web/admin/api-settings/labels.ts'
import { useSection } from '#web/admin/desk-address.ts'
import styles from './providers.module.css'

/** A key that nobody called yet is connected as far as anybody knows; one whose last call failed is not. */
function stateOf(provider: AgentsView['providers'][number]): string {
  if (!provider.isConnected) return m.agent_disconnected()
  if (provider.isUnreadable) return connectionOf(provider).label
  if (provider.status === 'untested') return m.agent_untested()
  return provider.status === 'ok' ? m.agent_connected() : connectionOf(provider).label
}

/** Which AI providers have a key, and whether it works; without any the assistant answers from the knowledge alone. */
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
        {providers.map((provider) => (
          <li key={provider.id} className={styles.provider} data-tone={connectionOf(provider).tone}>
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.name}>{providerName(provider.id)}</span>
            <span className={styles.state}>{stateOf(provider)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
