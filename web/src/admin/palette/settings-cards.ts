import * as m from '#i18n/messages.js'

type Title = () => string

/** The cards of each tab of the settings, by their titles. */
const TABS: readonly [tab: string, label: Title, cards: readonly Title[]][] = [
  [
    'general',
    m.settings_tab_general,
    [
      m.settings_business,
      m.settings_ai,
      m.settings_experience,
      m.settings_support,
      m.settings_notifications,
      m.settings_sites,
      m.settings_account,
    ],
  ],
  ['branding', m.settings_tab_branding, [m.settings_branding, m.settings_texts, m.settings_topics]],
  ['portal', m.settings_tab_portal, [m.settings_url, m.settings_domain, m.settings_slug]],
  ['tickets', m.settings_tab_tickets, [m.tag_title]],
  ['team', m.settings_tab_team, [m.team_members, m.team_teams, m.team_invitations]],
  ['sla', m.sla_tab, [m.sla_title, m.holiday_title]],
  ['rules', m.rule_tab, [m.rule_title, m.rule_ready, m.rule_log]],
  ['macros', m.settings_tab_macros, [m.macro_list]],
  [
    'notifications',
    m.settings_tab_notifications,
    [
      m.notification_preferences,
      m.notification_letters,
      m.notification_server,
      m.notification_blocks,
      m.notification_outbox,
    ],
  ],
]

/** Every tab of the settings and every card in it, with the tab as its place. */
export const settingsCards = (): { tab: string; place: string; title: string }[] =>
  TABS.flatMap(([tab, label, cards]) => [
    { tab, place: m.desk_section_settings(), title: label() },
    ...cards.map((title) => ({ tab, place: label(), title: title() })).filter(({ title }) => title !== label()),
  ])
