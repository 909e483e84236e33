import { IconLanguage } from '@tabler/icons-react'
import { LANGUAGES } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { pageLocale } from '#web/lib/format.ts'
import { chooseLanguage, OWN_NAMES } from '#web/lib/locale.ts'
import { Menu } from './menu.tsx'

/** The languages of the pages, each by its own name; choosing one loads the page in it. */
export function LanguageMenu() {
  const items = LANGUAGES.map((language) => ({
    label: OWN_NAMES[language],
    isChecked: language === pageLocale(),
    onSelect: () => chooseLanguage(language),
  }))
  return <Menu label={m.common_language()} icon={<IconLanguage size={20} stroke={1.5} />} items={items} />
}
