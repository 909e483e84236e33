import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type AccountView, changeProfile } from '#contracts/identity/account.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { pageLocale } from '#web/lib/format.ts'
import { chooseLanguage, OWN_NAMES } from '#web/lib/locale.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'
import { showAccount } from './queries.ts'

const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: OWN_NAMES[value] }))

/** Name, and the language of the desk and of the mails about the account. */
export function ProfileForm({ account }: { account: AccountView }) {
  const form = useForm({
    initialValues: { name: account.name, language: account.language },
    validate: { name: (value) => (value.trim() ? null : m.error_enter_own_name()) },
  })
  const [isSaving, setSaving] = useState(false)
  const save = async (values: { name: string; language: Language }) => {
    setSaving(true)
    try {
      const saved = await call(changeProfile, { body: values })
      showAccount(saved)
      form.resetDirty({ name: saved.name, language: saved.language })
      notify.success(m.account_saved())
      if (saved.language !== pageLocale()) chooseLanguage(saved.language)
    } catch (error) {
      if (error instanceof CallError) form.setErrors(error.fields)
      notify.failure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <div className={styles.pair}>
        <TextInput label={m.account_name()} autoComplete="name" maxLength={100} {...form.getInputProps('name')} />
        <NativeSelect label={m.account_language()} data={LANGUAGE_OPTIONS} {...form.getInputProps('language')} />
      </div>
      <div className={styles.actions}>
        <Button type="submit" disabled={isSaving || !form.isDirty()} aria-busy={isSaving}>
          {isSaving ? m.common_saving() : m.common_save()}
        </Button>
      </div>
    </form>
  )
}
