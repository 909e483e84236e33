import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { TenantId } from '#contracts/ids.ts'

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
export type Weekday = z.output<typeof Weekday>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'error_enter_clock_time')

/** The one shape of business hours; times are in the tenant's timezone. */
export const BusinessHours = z.object({ start: ClockTime, end: ClockTime, days: z.array(Weekday) })
export type BusinessHours = z.output<typeof BusinessHours>

/** A day on which the business is closed, in its time zone: once, or every year on that day. */
export const Holiday = z.strictObject({
  day: z.iso.date('error_enter_holiday_day'),
  name: requiredLine(60, 'error_enter_holiday_name'),
  everyYear: z.boolean(),
})
export type Holiday = z.output<typeof Holiday>
export const MAX_HOLIDAYS = 60

export const HexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'error_enter_colour')

/** How the portal looks. `logo` and `favicon` are images that the server has cleaned: an address of this server or a data URL, never a remote address. */
export const Branding = z.object({
  primaryColor: HexColor,
  logo: z.string().nullable(),
  favicon: z.string().nullable().default(null),
  welcomeMessage: z.string(),
})
export type Branding = z.output<typeof Branding>

export const BusinessInfo = z.object({
  companyName: z.string(),
  supportEmail: z.string(),
  website: z.string(),
  phone: z.string(),
  /** Where customers find the business, on one line; empty for a business without premises. */
  address: z.string().default(''),
  /** What customers call in an emergency, at any hour; empty where there is none. */
  emergencyPhone: z.string().default(''),
  industry: z.string(),
  description: z.string(),
  timezone: z.string(),
  businessHours: BusinessHours,
  /** In the order of their days; a business of before has none. */
  holidays: z.array(Holiday).max(MAX_HOLIDAYS).default([]),
})
export type BusinessInfo = z.output<typeof BusinessInfo>

/** How the assistant words greetings, admissions, handovers and farewells: casual addresses the customer informally. */
export const ReplyStyle = z.enum(['casual', 'professional'])
export type ReplyStyle = z.output<typeof ReplyStyle>

/**
 * When the assistant escalates (number of unhelpful answers), from which confidence it answers, and whether answers of a model are in
 * the sources' own sentences (`exact`, also where it is missing) or reworded and checked by a second model.
 */
export const AiSettings = z.object({
  escalationThreshold: z.number().int().min(2).max(5),
  confidenceThreshold: z.number().min(0.6).max(0.9),
  answers: z.enum(['exact', 'reworded']).optional(),
  /** What the assistant does about mails: nothing, a draft for a person (also where it is missing), or send what is sure by itself. */
  mailAnswers: z.enum(['off', 'draft', 'send']).optional(),
  /** Null: the style that fits the business profile's tone. */
  replyStyle: ReplyStyle.nullable().default(null),
  /** Whether greetings and answers use what is remembered about the customer. */
  personalizeResponses: z.boolean().default(true),
  /** Whether conversations are remembered. */
  enableLearning: z.boolean().default(true),
})
export type AiSettings = z.output<typeof AiSettings>

export const CustomerExperience = z.object({
  enableRatings: z.boolean(),
  enableFeedback: z.boolean(),
  showResponseTime: z.boolean(),
  /** Whether a guest may write without leaving a name and an e-mail address. */
  allowAnonymous: z.boolean(),
  /** Whether the widget may offer help by itself. */
  enableProactiveSupport: z.boolean().default(true),
})
export type CustomerExperience = z.output<typeof CustomerExperience>

/** Rules of the support: the public ticket form, the automatic first line and confirmation mail, and when a resolved ticket closes. */
export const SupportSettings = z.strictObject({
  allowPublicTickets: z.boolean(),
  autoResponse: z.boolean(),
  closeResolvedAfterDays: z.number().int().min(1, 'error_enter_close_days').max(30, 'error_enter_close_days'),
})
export type SupportSettings = z.output<typeof SupportSettings>

/** What the team is notified of by mail. */
export const NotificationSettings = z.strictObject({
  emailNotifications: z.boolean(),
  escalationAlerts: z.boolean(),
  dailyReports: z.boolean(),
  weeklyAnalytics: z.boolean(),
  systemUpdates: z.boolean(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

/**
 * Origins of the sites that may show the embedded chat in a frame: scheme, host, and a port where it is not the usual one;
 * `https://*.shop.example` means every subdomain. An empty list allows every site, as the integration code on a new site needs.
 */
export const EmbedOrigins = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^https?:\/\/(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, 'error_enter_embed_origin'),
  )
  .max(20)

export const TenantView = z.object({
  id: TenantId,
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  isDemo: z.boolean(),
  businessInfo: BusinessInfo,
  branding: Branding,
  aiSettings: AiSettings,
  customerExperience: CustomerExperience,
  supportUrl: z.string(),
})
export type TenantView = z.output<typeof TenantView>

export const getTenant = endpoint({
  method: 'GET',
  path: '/api/tenant',
  summary: 'The business you are signed in to',
  tag: 'tenant',
  access: 'member',
  rate: 'read',
  reply: TenantView,
})
