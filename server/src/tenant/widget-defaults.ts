import type { PreChat, WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import type { TenantRow } from './schema.ts'

/** Help is offered after 20 seconds: long enough to have read a page and still be on it. */
const DEFAULTS: WidgetSettings = {
  position: 'right',
  side: 20,
  bottom: 20,
  pages: { shown: 'everywhere', paths: [] },
  offers: [{ path: '/*', afterSeconds: 20, text: '' }],
  preChat: null,
}

/** How the widget of a business appears. */
export const widgetSettingsOf = ({ widget }: Pick<TenantRow, 'widget'>): WidgetSettings => ({ ...DEFAULTS, ...widget })

/** What a chat asks before it begins; null: nothing. A business that allows no anonymous chats asks for both. */
export const preChatOf = (row: Pick<TenantRow, 'widget' | 'customerExperience'>): PreChat | null =>
  row.customerExperience.allowAnonymous ? widgetSettingsOf(row).preChat : { name: 'required', email: 'required' }
