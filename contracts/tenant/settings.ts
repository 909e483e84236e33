import { z } from 'zod'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine, SeenVersion, text } from '#contracts/fields.ts'
import {
  AiSettings,
  BusinessHours,
  BusinessInfo,
  CustomerExperience,
  EmbedOrigins,
  Holiday,
  MAX_HOLIDAYS,
  NotificationSettings,
  SupportSettings,
} from './tenant.ts'

/** A business's settings as owners and admins edit them. */
export const SettingsView = z.object({
  /** Incremented by every change of the settings; a save names the one it began from. */
  version: z.number().int(),
  businessInfo: BusinessInfo,
  /** Mails are sent to the support address, and replied to there, only when its owner confirmed it. */
  isSupportEmailConfirmed: z.boolean(),
  aiSettings: AiSettings,
  customerExperience: CustomerExperience,
  support: SupportSettings,
  notifications: NotificationSettings,
  embedOrigins: EmbedOrigins,
  updatedAt: Instant,
})
export type SettingsView = z.output<typeof SettingsView>

export const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null
  } catch {
    return false
  }
}

const emptyOr = (pattern: RegExp, message: string) => line(300).regex(new RegExp(`^$|${pattern.source}`, 'iu'), message)

const BusinessInfoChange = z
  .strictObject({
    companyName: requiredLine(120, 'error_enter_company_name'),
    supportEmail: emptyOr(EMAIL_ADDRESS, 'error_enter_email'),
    website: emptyOr(/^https?:\/\/[^\s/?#]+\.[^\s]+$/, 'error_enter_whole_url'),
    phone: line(40),
    address: line(200),
    emergencyPhone: line(40),
    industry: line(60),
    description: text(1000),
    timezone: line(60)
      .regex(/^(?:UTC|[A-Z]\w+\/[\w/+-]+)$/, 'error_enter_timezone')
      .refine(isTimezone, 'error_enter_timezone'),
    businessHours: z.strictObject({ ...BusinessHours.shape, days: BusinessHours.shape.days.max(7) }),
    holidays: z.array(Holiday).max(MAX_HOLIDAYS, 'error_too_many_holidays'),
  })
  .partial()

const AiSettingsChange = z.strictObject({
  escalationThreshold: AiSettings.shape.escalationThreshold.optional(),
  confidenceThreshold: AiSettings.shape.confidenceThreshold.optional(),
  answers: AiSettings.shape.answers,
  mailAnswers: AiSettings.shape.mailAnswers,
  replyStyle: z.enum(['casual', 'professional']).nullable().optional(),
  personalizeResponses: z.boolean().optional(),
  enableLearning: z.boolean().optional(),
})

const CustomerExperienceChange = z
  .strictObject({
    enableRatings: z.boolean(),
    enableFeedback: z.boolean(),
    showResponseTime: z.boolean(),
    allowAnonymous: z.boolean(),
    enableProactiveSupport: z.boolean(),
  })
  .partial()

/** Values that are left out stay as they are. */
export const SettingsChange = z.strictObject({
  version: SeenVersion,
  businessInfo: BusinessInfoChange.optional(),
  aiSettings: AiSettingsChange.optional(),
  customerExperience: CustomerExperienceChange.optional(),
  support: SupportSettings.partial().optional(),
  notifications: NotificationSettings.partial().optional(),
  embedOrigins: EmbedOrigins.optional(),
})
export type SettingsChange = z.output<typeof SettingsChange>

const Settings = { tag: 'settings', access: 'member' } as const

export const getSettings = endpoint({
  ...Settings,
  method: 'GET',
  path: '/api/settings',
  summary: 'The settings of the business',
  rate: 'read',
  reply: SettingsView,
})

/** All or nothing. A save from an older version is a conflict with the current settings. */
export const saveSettings = endpoint({
  ...Settings,
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Change the settings of the business',
  rate: 'write',
  body: SettingsChange,
  reply: SettingsView,
})

/** The address customers open: under the business's proved domain, else under the platform's. */
export const generatePortalUrl = endpoint({
  ...Settings,
  method: 'POST',
  path: '/api/settings/portal-url',
  summary: 'Generate the URL of the customer portal',
  rate: 'write',
  reply: z.object({ url: z.string() }),
})
