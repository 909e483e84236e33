import type { CustomDomainView, DomainProblem } from '#contracts/tenant/custom-domain.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import type { Tone } from '#web/kit/surface.tsx'
import { formatDate } from '#web/lib/format.ts'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import styles from './portal.module.css'

const problems: Record<DomainProblem, (inputs: { host: string }) => string> = {
  no_record: m.settings_domain_no_record,
  wrong_record: m.settings_domain_wrong_record,
  unknown_domain: m.settings_domain_unknown_domain,
  no_address: m.settings_domain_no_address,
  no_answer: m.settings_domain_no_answer,
  taken: m.settings_domain_taken,
  plan: m.settings_domain_plan,
}

/** The state of a domain in a word. */
export function stateOf({ state, problem, failingSince }: CustomDomainView): { tone: Tone; label: () => string } {
  if (state === 'failed') return { tone: 'danger', label: m.settings_domain_failed }
  if (problem === 'taken') return { tone: 'danger', label: m.settings_domain_conflict }
  if (state === 'pending') return { tone: 'waiting', label: m.settings_domain_waiting }
  return failingSince
    ? { tone: 'danger', label: m.settings_domain_failing }
    : { tone: 'resolved', label: m.settings_domain_proved }
}

/** What the state is: why the domain is not proved, since when, and what follows. */
export function DomainState({ domain }: { domain: CustomDomainView }) {
  const { host, state, problem, failingSince, stopsAt, checkedAt, proof } = domain
  const isOpen = state === 'verified'
  return (
    <div className={styles.domainState} role="status">
      <strong>{host}</strong>
      {isOpen && !failingSince && <p>{m.settings_domain_open({ host })}</p>}
      {problem && <p>{problems[problem]({ host })}</p>}
      {failingSince && (
        <p>
          {stopsAt
            ? m.settings_domain_stops({ since: formatDate(failingSince), host, stops: formatDate(stopsAt) })
            : m.settings_domain_ended({ since: formatDate(failingSince), host })}
        </p>
      )}
      <p className={shared.cardText}>
        {proof === null
          ? m.settings_domain_given()
          : !isOpen && problem === null
            ? m.settings_domain_never()
            : checkedAt && m.settings_domain_checked_at({ when: formatRelativeInText(checkedAt) })}
      </p>
    </div>
  )
}
