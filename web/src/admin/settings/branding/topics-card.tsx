import { Button, Select, TextInput } from '@mantine/core'
import type { PortalTopic, TopicIcon, TopicTarget } from '#contracts/tenant/portal-content.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { newId } from '#web/lib/call.ts'
import { topicIcons } from '#web/lib/topic-icons.ts'
import styles from './branding.module.css'
import type { BrandCard } from './branding-form.tsx'
import { TopicTranslations } from './topic-translations.tsx'

const icons: Record<TopicIcon, () => string> = {
  tool: m.settings_icon_tool,
  card: m.settings_icon_card,
  book: m.settings_icon_book,
  bug: m.settings_icon_bug,
  message: m.settings_icon_message,
  truck: m.settings_icon_truck,
  calendar: m.settings_icon_calendar,
  shield: m.settings_icon_shield,
  home: m.settings_icon_home,
  school: m.settings_icon_school,
}
const ICONS = Object.keys(icons) as TopicIcon[]
const MOST = 8

const targets: Record<TopicTarget, () => string> = {
  general: m.chat_context_general,
  technical: m.chat_context_technical,
  billing: m.chat_context_billing,
  issue: m.chat_context_issue,
  'help-center': m.portal_tab_help_center,
}

function TopicPicture({ icon }: { icon: TopicIcon }) {
  const Icon = topicIcons[icon]
  return <Icon size={16} stroke={1.5} aria-hidden="true" />
}

/** The topic cards of the portal's start page. */
export function TopicsCard({ view, draft, faults, onChange }: BrandCard) {
  const topics = draft.topics ?? view.topics
  const replace = (at: number, patch: Partial<PortalTopic>) =>
    onChange({ topics: topics.map((one, index) => (index === at ? { ...one, ...patch } : one)) })
  // The product's translations say what its own title says: they go with it.
  const withoutDefaults = ({ key, translations }: PortalTopic) => {
    const stored = view.topics.find((one) => one.key === key)?.translations
    return !view.hasOwnTopics && translations === stored ? { translations: {} } : {}
  }
  const add = () => {
    const topic = {
      key: newId().slice(0, 8),
      icon: 'message',
      opens: 'general',
      category: 'general',
      title: '',
      text: '',
      translations: {},
    } as const
    onChange({ topics: [...topics, topic] })
  }
  return (
    <SettingsCard id="topics" title={m.settings_topics()} text={m.settings_topics_text()}>
      {topics.map((topic, at) => (
        <fieldset key={topic.key} className={styles.topic}>
          <legend>{topic.title || m.settings_topic_new()}</legend>
          <div className={shared.pair}>
            <TextInput
              label={m.settings_topic_title()}
              maxLength={60}
              value={topic.title}
              onChange={(event) => replace(at, { title: event.currentTarget.value, ...withoutDefaults(topic) })}
              error={faults[`topics.${at}.title`]}
            />
            <TextInput
              label={m.settings_topic_line()}
              maxLength={160}
              value={topic.text}
              onChange={(event) => replace(at, { text: event.currentTarget.value, ...withoutDefaults(topic) })}
            />
            <Select
              label={m.settings_topic_opens()}
              data={Object.entries(targets).map(([value, label]) => ({ value, label: label() }))}
              value={topic.opens}
              onChange={(opens) => opens && replace(at, { opens: opens as TopicTarget })}
            />
            <Select
              label={m.settings_topic_icon()}
              data={ICONS.map((value) => ({ value, label: icons[value]() }))}
              leftSection={<TopicPicture icon={topic.icon} />}
              renderOption={({ option }) => (
                <span className={styles.iconOption}>
                  <TopicPicture icon={option.value as TopicIcon} />
                  {option.label}
                </span>
              )}
              value={topic.icon}
              onChange={(icon) => icon && replace(at, { icon: icon as TopicIcon })}
            />
            <TextInput
              label={m.settings_topic_category()}
              maxLength={60}
              value={topic.category}
              onChange={(event) =>
                replace(at, { category: event.currentTarget.value.toLowerCase().replace(/\s+/g, '_') })
              }
              error={faults[`topics.${at}.category`]}
            />
          </div>
          <TopicTranslations
            topic={topic}
            faultsOf={(language) => faults[`topics.${at}.translations.${language}.title`]}
            onChange={(translations) => replace(at, { translations })}
          />
          <Button
            size="xs"
            className={styles.removeTopic ?? ''}
            onClick={() => onChange({ topics: topics.filter((one) => one !== topic) })}
          >
            {m.settings_topic_remove({ title: topic.title || m.settings_topic_new() })}
          </Button>
        </fieldset>
      ))}
      <div className={shared.actions}>
        <Button onClick={add} disabled={topics.length >= MOST}>
          {m.settings_topic_add()}
        </Button>
        <Button
          variant="subtle"
          onClick={() => onChange({ topics: null })}
          disabled={!view.hasOwnTopics && !draft.topics}
        >
          {m.settings_topics_default()}
        </Button>
      </div>
    </SettingsCard>
  )
}
