import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { MAX_OFFERS, type WidgetOffer } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { typedNumber } from './look-fields.tsx'
import type { WidgetCard } from './settings.tsx'
import styles from './widget.module.css'

/** The offers of help, in the order in which they count. */
export function OfferFields({ settings, faults, onChange, isOff }: WidgetCard & { isOff: boolean }) {
  const list = useRef<HTMLElement>(null)
  const { offers } = settings
  const change = (place: number, patch: Partial<WidgetOffer>) =>
    onChange({ offers: offers.map((one, at) => (at === place ? { ...one, ...patch } : one)) })
  const remove = (place: number) => {
    onChange({ offers: offers.filter((_, at) => at !== place) })
    // The button that had the focus is gone.
    list.current?.focus()
  }
  return (
    <section ref={list} tabIndex={-1} className={styles.part} aria-labelledby="widget-offers">
      <h3 id="widget-offers">{m.widget_settings_offers()}</h3>
      <p className={shared.cardText}>{isOff ? m.widget_settings_offers_off() : m.widget_settings_offers_text()}</p>
      {offers.map(({ path, afterSeconds, text }, place) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an offer is its place
          key={place}
          className={styles.offer}
          aria-label={m.widget_settings_offer_named({ number: place + 1 })}
        >
          <div className={shared.pair}>
            <TextInput
              label={m.widget_settings_offer_path()}
              spellCheck={false}
              maxLength={200}
              value={path}
              onChange={(event) => change(place, { path: event.currentTarget.value })}
              error={faults[`offers.${place}.path`]}
            />
            <TextInput
              type="number"
              min={1}
              max={600}
              label={m.widget_settings_offer_after()}
              value={typedNumber(afterSeconds)}
              onChange={(event) => change(place, { afterSeconds: event.currentTarget.valueAsNumber })}
              error={faults[`offers.${place}.afterSeconds`]}
            />
          </div>
          <TextInput
            label={m.widget_settings_offer_words()}
            description={m.widget_settings_offer_words_help()}
            placeholder={m.widget_offer()}
            maxLength={120}
            value={text}
            onChange={(event) => change(place, { text: event.currentTarget.value })}
            error={faults[`offers.${place}.text`]}
          />
          <div className={shared.actions}>
            <Button size="xs" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={() => remove(place)}>
              {m.widget_settings_offer_remove({ number: place + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      {offers.length < MAX_OFFERS && (
        <div className={shared.actions}>
          <Button
            leftSection={<IconPlus size={16} stroke={1.5} />}
            onClick={() => onChange({ offers: [...offers, { path: '/*', afterSeconds: 20, text: '' }] })}
          >
            {m.widget_settings_offer_add()}
          </Button>
        </div>
      )}
    </section>
  )
}
