import { type FormEvent, useRef, useState } from 'react'
import { type OnboardingBusiness, type OnboardingView, saveOnboardingBusiness } from '#contracts/signup/onboarding.ts'
import { ONBOARDING_INDUSTRIES } from '#contracts/signup/steps.ts'
import * as m from '#i18n/messages.js'
import { SignUpFrame } from '#web/front/sign-up/frame.tsx'
import styles from '#web/front/sign-up/sign-up.module.css'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, Select, TextArea, TextField } from '#web/kit/field.tsx'
import { CallError, call } from '#web/lib/call.ts'

const INDUSTRY_LABELS: Record<(typeof ONBOARDING_INDUSTRIES)[number], () => string> = {
  Technology: m.onboarding_industry_technology,
  Healthcare: m.onboarding_industry_healthcare,
  Finance: m.onboarding_industry_finance,
  Retail: m.onboarding_industry_retail,
  Education: m.onboarding_industry_education,
  Manufacturing: m.onboarding_industry_manufacturing,
  Services: m.onboarding_industry_services,
  Other: m.onboarding_industry_other,
}

type Props = { given: OnboardingView['business']; onSaved: (view: OnboardingView) => void }

/** The business's own facts. Saving creates the portal; a failed save keeps the input. */
export function BusinessForm({ given, onSaved }: Props) {
  const [values, setValues] = useState<OnboardingBusiness>({
    ...given,
    industry: ONBOARDING_INDUSTRIES.find((one) => one === given.industry) ?? 'Other',
  })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const refuse = (fields: Record<string, string>, text: string | null) => {
    setWrong(fields)
    setRefusal(text)
    requestAnimationFrame(() => focusFirstError(element.current, fields))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!values.companyName.trim()) return refuse({ companyName: m.error_enter_business_name() }, null)
    setBusy(true)
    refuse({}, null)
    try {
      onSaved(await call(saveOnboardingBusiness, { body: values }))
    } catch (error) {
      refuse(error instanceof CallError ? error.fields : {}, m.onboarding_failed())
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof OnboardingBusiness) => ({
    name,
    value: values[name],
    error: wrong[name],
    onChange: (event: { target: { value: string } }) => setValues((now) => ({ ...now, [name]: event.target.value })),
  })
  return (
    <SignUpFrame
      title={m.onboarding_business_title()}
      intro={m.onboarding_business_text()}
      progress={{ step: 1, of: 3 }}
    >
      <form ref={element} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <div role="alert" className={refusal ? styles.refusal : undefined}>
          {refusal}
        </div>
        <TextField label={m.onboarding_company()} autoComplete="organization" autoFocus {...field('companyName')} />
        <Select
          label={m.onboarding_industry()}
          options={ONBOARDING_INDUSTRIES.map((value) => ({ value, label: INDUSTRY_LABELS[value]() }))}
          {...field('industry')}
        />
        <TextField
          label={m.signup_website()}
          type="url"
          inputMode="url"
          isOptional
          placeholder="https://"
          {...field('website')}
        />
        <TextField label={m.onboarding_phone()} type="tel" autoComplete="tel" isOptional {...field('phone')} />
        <TextField label={m.onboarding_address()} autoComplete="street-address" isOptional {...field('address')} />
        <TextField
          label={m.onboarding_emergency()}
          type="tel"
          isOptional
          help={m.onboarding_emergency_help()}
          {...field('emergencyPhone')}
        />
        <TextArea label={m.onboarding_description()} isOptional rows={3} {...field('description')} />
        <Button type="submit" variant="primary" isFullWidth isBusy={isBusy} busyLabel={m.onboarding_waiting()}>
          {m.onboarding_create()}
        </Button>
      </form>
    </SignUpFrame>
  )
}
