import { IconClockPause, IconLinkOff, IconPlugConnectedX } from '@tabler/icons-react'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import type { Problem } from './initial-data.ts'
import styles from './problem-screen.module.css'

const icons = {
  missing_tenant: IconLinkOff,
  not_found: IconLinkOff,
  suspended: IconClockPause,
  unavailable: IconPlugConnectedX,
}

function wordsOf(problem: Problem, name: string): { title: string; text: string } {
  switch (problem) {
    case 'missing_tenant':
      return { title: m.portal_problem_link_title(), text: m.portal_problem_link_text() }
    case 'not_found':
      return { title: m.portal_problem_unknown_title(), text: m.portal_problem_unknown_text() }
    case 'suspended':
      return {
        title: m.portal_problem_suspended_title(),
        text: m.portal_problem_suspended_text({ business: name }),
      }
    default:
      return { title: m.portal_problem_system_title(), text: m.portal_problem_system_text() }
  }
}

/** Shown instead of a portal: what happened, and what to do. */
export function ProblemScreen(props: { problem: Problem; name?: string; isLoading: boolean; onRetry: () => void }) {
  const { title, text } = wordsOf(props.problem, props.name ?? '')
  const Icon = icons[props.problem]
  const mayPass = props.problem === 'unavailable' || props.problem === 'suspended'
  return (
    <main className="pf-problem">
      <span className={styles.icon}>
        <Icon size={28} stroke={1.5} aria-hidden="true" />
      </span>
      <h1 className="pf-title">{title}</h1>
      <p>{text}</p>
      {mayPass && (
        <Button onClick={props.onRetry} isBusy={props.isLoading}>
          {m.common_retry()}
        </Button>
      )}
    </main>
  )
}
