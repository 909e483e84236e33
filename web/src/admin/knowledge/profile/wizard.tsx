import { Button } from '@mantine/core'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import type { BusinessProfile, ProfileStep, ProfileView } from '#contracts/knowledge/profile.ts'
import { hasContent } from '#contracts/knowledge/profile-steps.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Field } from './field.tsx'
import styles from './profile.module.css'
import { missingIn, type Step, steps } from './steps.ts'
import { type ProfileEditing, useProfileEditing } from './use-profile-editing.ts'

/** The step in the address; else the first one that is not completed. */
function stepFrom(value: string | undefined, { completedSteps }: ProfileView): Step {
  const named = steps.find(({ step }) => String(step) === value)
  return named ?? steps.find(({ step }) => !completedSteps.includes(step)) ?? (steps[0] as Step)
}

/** Five steps; only the first has required fields. */
export function Wizard({ saved }: { saved: ProfileView }) {
  const [search, changeSearch] = useSectionSearch()
  const editing = useProfileEditing(saved)
  const form = useRef<HTMLFormElement>(null)
  const open = stepFrom(search.step, saved)
  const show = (step: number) => {
    changeSearch({ step: String(step) })
    form.current?.scrollIntoView({ block: 'start' })
  }
  /** False when a required field is missing; marks the fields and focuses the first. */
  const isFilled = (): boolean => {
    const missing = missingIn(open, editing.profile)
    editing.setErrors(missing)
    const [first] = Object.keys(missing)
    if (!first) return true
    form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus()
    return false
  }
  const go = (step: ProfileStep) => {
    if (step < open.step || !saved.can.edit || isFilled()) show(step)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (editing.isSaving || !isFilled()) return
    if (await editing.save(open.step)) show(Math.min(open.step + 1, steps.length))
  }
  return (
    <div className={styles.tab}>
      <aside className={styles.side}>
        <p className={styles.intro}>{saved.can.edit ? m.profile_intro() : m.profile_read_only()}</p>
        <Steps open={open.step} saved={saved} onGo={go} />
        {saved.updatedAt && (
          <p className={styles.saved}>
            {saved.updatedBy && `${m.profile_by({ name: saved.updatedBy })}, `}
            <RelativeTime at={saved.updatedAt} />
          </p>
        )}
      </aside>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {saved.onboardingCompleted && <Complete />}
        {editing.wasRestored && <Restored onDiscard={editing.discard} />}
        <header>
          <p className={styles.count}>{m.profile_step_of({ step: open.step, count: steps.length })}</p>
          <h2 className={styles.title}>{open.title()}</h2>
          <p className={styles.intro}>{open.text()}</p>
        </header>
        {open.fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={editing.profile[field.name]}
            error={editing.errors[field.name]}
            isReadOnly={!saved.can.edit}
            onChange={(value) => editing.change(field.name, value)}
          />
        ))}
        <Trouble editing={editing} />
        {open.step === steps.length && <StillEmpty profile={editing.profile} />}
        <div className={styles.answers}>
          {open.step > 1 && <Button onClick={() => show(open.step - 1)}>{m.profile_back()}</Button>}
          {saved.can.edit && (
            <Button type="submit" variant="filled" disabled={editing.isSaving} aria-busy={editing.isSaving}>
              {editing.isSaving && m.common_saving()}
              {!editing.isSaving && saveLabel(open, editing.profile)}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

function saveLabel({ step, fields }: Step, profile: BusinessProfile): string {
  if (step === steps.length) return m.profile_finish()
  const canSkip = !hasContent(profile, step) && !fields.some(({ isRequired }) => isRequired)
  return canSkip ? m.profile_skip() : m.profile_continue()
}

/** On the last step: what was left out, so that nobody takes the profile for complete. */
function StillEmpty({ profile }: { profile: BusinessProfile }) {
  const empty = steps.filter(({ step }) => !hasContent(profile, step))
  if (empty.length === 0) return null
  return (
    <p className={styles.intro}>{m.profile_still_empty({ steps: empty.map(({ title }) => title()).join(', ') })}</p>
  )
}

type StepsProps = { open: ProfileStep; saved: ProfileView; onGo: (step: ProfileStep) => void }

function Steps({ open, saved, onGo }: StepsProps) {
  return (
    <nav aria-label={m.profile_steps()}>
      <ol className={styles.steps}>
        {steps.map(({ step, title }) => {
          const isDone = saved.completedSteps.includes(step)
          return (
            <li key={step}>
              <button
                type="button"
                className={styles.step}
                aria-current={step === open ? 'step' : undefined}
                data-done={isDone || undefined}
                onClick={() => onGo(step)}
              >
                <span className={styles.mark} aria-hidden="true">
                  {isDone ? <IconCheck size={14} stroke={2.5} /> : step}
                </span>
                <span className={styles.stepTitle}>{title()}</span>
                {isDone && <span className="visually-hidden">{m.profile_step_done()}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Complete() {
  return (
    <p className={styles.complete}>
      <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
      <span>
        <strong>{m.profile_complete_title()}</strong> {m.profile_complete_text()}
      </span>
    </p>
  )
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={styles.restored}>
      <span>{m.profile_restored()}</span>
      <Button size="compact-sm" onClick={onDiscard}>
        {m.common_discard()}
      </Button>
    </p>
  )
}

/** Why a save failed; the input stays. */
function Trouble({ editing }: { editing: ProfileEditing }) {
  const { conflict, failure, errors } = editing
  if (conflict) {
    return (
      <div className={styles.trouble} role="alert">
        <p>{m.profile_conflict()}</p>
        <div className={styles.answers}>
          <Button size="compact-sm" onClick={editing.takeTheirs}>
            {m.profile_conflict_theirs()}
          </Button>
          <Button size="compact-sm" onClick={() => void editing.save(conflict.step, conflict.theirs)}>
            {m.profile_conflict_mine()}
          </Button>
        </div>
      </div>
    )
  }
  if (!failure && Object.keys(errors).length > 0) {
    return (
      <p className={styles.trouble} role="alert">
        {m.profile_required()}
      </p>
    )
  }
  if (!failure) return null
  return (
    <p className={styles.trouble} role="alert">
      {m.profile_failed()} {failure}
    </p>
  )
}
