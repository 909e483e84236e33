import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line, SeenVersion } from '#contracts/fields.ts'

/** The path of pages on the business's own site, as `/shop/*`; `*` stands for any text, also for none. */
const PagePath = z
  .string()
  .max(200, 'error_enter_page_path')
  .trim()
  .regex(/^\/[^\s?#*]*(?:\*[^\s?#*]*){0,3}$/, 'error_enter_page_path')

/** Pixels between the button and the edge of the window. */
const Distance = z
  .number('error_enter_distance')
  .int('error_enter_distance')
  .min(0, 'error_enter_distance')
  .max(200, 'error_enter_distance')

export const MAX_PAGE_PATHS = 20
/** Where the button is: on every page, only on some, or on all but some. */
const WidgetPages = z
  .strictObject({
    shown: z.enum(['everywhere', 'only', 'except']),
    paths: z.array(PagePath).max(MAX_PAGE_PATHS),
  })
  .refine(({ shown, paths }) => shown === 'everywhere' || paths.length > 0, {
    path: ['paths'],
    message: 'error_enter_page_paths',
  })

/** Help that is offered to who stays on a page; the first whose path is that of the page counts. */
const WidgetOffer = z.strictObject({
  path: PagePath,
  afterSeconds: z
    .number('error_enter_offer_seconds')
    .int('error_enter_offer_seconds')
    .min(1, 'error_enter_offer_seconds')
    .max(600, 'error_enter_offer_seconds'),
  /** In the business's words; empty for the product's own, which are in the visitor's language. */
  text: line(120),
})
export type WidgetOffer = z.output<typeof WidgetOffer>

export const MAX_OFFERS = 10

/** What a visitor is asked before their first chat. */
export const PreChat = z.strictObject({
  name: z.enum(['off', 'optional', 'required']),
  email: z.enum(['optional', 'required']),
})
export type PreChat = z.output<typeof PreChat>

/** How the widget appears on the business's own pages, and what a chat asks before it begins. */
export const WidgetSettings = z.strictObject({
  /** The corner of the button. */
  position: z.enum(['right', 'left']),
  side: Distance,
  bottom: Distance,
  pages: WidgetPages,
  offers: z.array(WidgetOffer).max(MAX_OFFERS),
  /** Null: a chat begins without a question. */
  preChat: PreChat.nullable(),
})
export type WidgetSettings = z.output<typeof WidgetSettings>

const WidgetSettingsView = z.object({
  /** Of the settings of the business; a save names the one it began from. */
  version: z.number().int(),
  settings: WidgetSettings,
  /** Whether the widget offers help by itself, as the settings of the business have it. */
  hasOffers: z.boolean(),
  /** Whether the settings of the business refuse anonymous chats: then name and e-mail are always asked. */
  isContactRequired: z.boolean(),
})
export type WidgetSettingsView = z.output<typeof WidgetSettingsView>

const Widget = { path: '/api/settings/widget', tag: 'settings', access: 'member' } as const

export const getWidgetSettings = endpoint({
  ...Widget,
  method: 'GET',
  summary: 'How the widget appears',
  rate: 'read',
  reply: WidgetSettingsView,
})

/** All or nothing. A save from an older version is a conflict with the current settings. */
export const saveWidgetSettings = endpoint({
  ...Widget,
  method: 'PUT',
  summary: 'Change how the widget appears',
  rate: 'write',
  body: z.strictObject({ version: SeenVersion, settings: WidgetSettings }),
  reply: WidgetSettingsView,
})
