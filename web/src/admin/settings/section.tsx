import * as m from '#i18n/messages.js'
import { type SectionTabList, SectionTabs, sectionTab } from '#web/admin/section-tabs.tsx'

const tabs: SectionTabList = [
  sectionTab('general', m.settings_tab_general, async () => (await import('./general/tab.tsx')).GeneralTab),
  sectionTab('branding', m.settings_tab_branding, async () => (await import('./branding/tab.tsx')).BrandingTab),
  sectionTab('portal', m.settings_tab_portal, async () => (await import('./portal/tab.tsx')).PortalTab),
  sectionTab('tickets', m.settings_tab_tickets, async () => (await import('./tickets/tab.tsx')).TicketsTab),
  sectionTab('team', m.settings_tab_team, async () => (await import('#web/admin/team/tab.tsx')).TeamTab),
  sectionTab('sla', m.sla_tab, async () => (await import('#web/admin/automation/sla/tab.tsx')).SlaTab),
  sectionTab('rules', m.rule_tab, async () => (await import('#web/admin/automation/rules/tab.tsx')).RulesTab),
  sectionTab('macros', m.settings_tab_macros, async () => (await import('./macros/tab.tsx')).MacrosTab),
  sectionTab('api', m.settings_tab_api, async () => (await import('./api/tab.tsx')).ApiTab),
  sectionTab(
    'notifications',
    m.settings_tab_notifications,
    async () => (await import('./notifications/tab.tsx')).NotificationsTab,
  ),
  sectionTab('data', m.data_tab, async () => (await import('./data/tab.tsx')).DataTab),
  sectionTab('move-in', m.data_import_tab, async () => (await import('./move-in/tab.tsx')).MoveInTab),
]

/** The System Settings section: the business and its rules. */
export function SettingsSection() {
  return <SectionTabs section="settings" title={m.desk_section_settings()} label={m.settings_tabs()} tabs={tabs} />
}
