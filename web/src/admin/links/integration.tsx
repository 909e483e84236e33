import { Button } from '@mantine/core'
import type { CustomerLinksView } from '#contracts/signup/customer-links.ts'
import * as m from '#i18n/messages.js'
import { useSection } from '#web/admin/desk-address.ts'
import { useMember } from '#web/admin/session.ts'
import { CopyWithFeedback } from './copy-feedback.tsx'
import { anchorExample, iframeExample, policyExample, scriptExample } from './examples.ts'
import styles from './links.module.css'
import { WidgetSecret } from './widget-secret.tsx'

/** What a business pastes into its own pages. */
export function Integration({ view }: { view: CustomerLinksView }) {
  const { tenant, user } = useMember()
  const business = tenant?.name ?? ''
  const website = view.links.find(({ kind }) => kind === 'website')
  return (
    <section className={styles.section} aria-labelledby="links-integration">
      <div>
        <h2 id="links-integration" className={styles.heading}>
          {m.links_integration()}
        </h2>
        <p className={styles.text}>{m.links_integration_text()}</p>
      </div>
      <Example
        title={m.links_widget()}
        text={m.links_widget_text()}
        code={scriptExample(view.widgetUrl, { url: view.formUrl, label: m.links_anchor_label() })}
      />
      <Example title={m.links_policy()} text={m.links_policy_text()} code={policyExample(view.widgetUrl)} />
      {user.memberRole !== 'agent' && <WidgetSecret />}
      <Example
        title={m.links_iframe()}
        text={m.links_iframe_text()}
        code={iframeExample(view.embedUrl, m.links_iframe_title({ business }))}
      />
      {website && (
        <Example
          title={m.links_anchor()}
          text={m.links_anchor_text()}
          code={anchorExample(website.url, m.links_anchor_label())}
        />
      )}
      <Sites origins={view.embedOrigins} />
    </section>
  )
}

function Example({ title, text, code }: { title: string; text: string; code: string }) {
  return (
    <article className={styles.card} aria-label={title}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <code className={styles.code}>{code}</code>
      <div className={styles.actions}>
        <CopyWithFeedback text={code} label={m.links_copy_named({ title })} />
      </div>
    </article>
  )
}

/** Which websites may show the chat, and where that is set. */
function Sites({ origins }: { origins: readonly string[] }) {
  const { user } = useMember()
  const [, open] = useSection()
  return (
    <div className={styles.sites}>
      <p className={styles.text}>
        {origins.length === 0 ? m.links_sites_any() : m.links_sites_some({ sites: origins.join(', ') })}
      </p>
      {user.memberRole !== 'agent' && (
        <Button variant="subtle" onClick={() => open('settings')}>
          {m.links_sites_open()}
        </Button>
      )}
    </div>
  )
}
