import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { FormFieldView } from '#contracts/ticket/guest-ticket.ts'
import type { sendPlainForm } from '#contracts/ticket/plain-form.ts'
import * as m from '#i18n/messages.js'
import { startGuestSession } from '#server/customer/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { AppError } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { languageOf, pageLanguageOf } from '#server/platform/route/request-language.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { businessOf, findPortal, getActivePortal, sendPlainPage, sendPortalProblem } from '#server/tenant/service.ts'
import { submit } from '#server/ticket/create.ts'
import { readFormFields } from '#server/ticket/custom-fields/fields.ts'
import { type Filled, formHtml } from './page.ts'

type Sent = z.output<typeof sendPlainForm.body>
type Asked = { platform: Platform; request: FastifyRequest; reply: FastifyReply }

/** The fields of the business's own without which a request is refused. */
const neededFields = async (tenant: Tenant): Promise<FormFieldView[]> =>
  (await readFormFields(tenant)).items.filter(({ isRequired }) => isRequired)

const sendForm = async ({ platform, request, reply }: Asked, tenant: Tenant, status: number, filled: Filled) => {
  const language = pageLanguageOf(request)
  const [business, own] = await Promise.all([businessOf(platform, tenant), neededFields(tenant)])
  const html = formHtml(own, filled, language)
  return sendPlainPage(reply, business, {
    status,
    title: m.portal_ticket_heading({}, { locale: language }),
    html,
    language,
  })
}

/** Sends the empty form, and with it the cookie of the guest's session. Throws not_found for an unknown or suspended business. */
export async function showPlainForm(asked: Asked, slug: string): Promise<undefined> {
  const { platform, request, reply } = asked
  const { tenant } = await getActivePortal(platform, slug)
  await startGuestSession(platform, request, reply, { slug, bearer: false })
  return sendForm(asked, tenant, 200, { key: randomUUID(), values: {}, faults: {}, problem: '' })
}

/** Submits the form as a ticket, once for each `key`, and says its number. */
export async function submitPlainForm(
  { platform, request, reply }: Asked,
  { tenant, actor }: { tenant: Tenant; actor: Guest },
  { key, customFields, ...given }: Sent,
): Promise<undefined> {
  const own = await neededFields(tenant)
  const values = Object.fromEntries(own.map(({ id, type }) => [id, typedValue(type, customFields[id])]))
  const ticket = { ...given, id: key as TicketId, priority: 'normal' as const, customFields: values }
  const { number } = await submit(tenant, actor, ticket, languageOf(request))
  const language = pageLanguageOf(request)
  const business = await businessOf(platform, tenant)
  const html = `<p role="status">${escapeHtml(m.portal_ticket_sent({}, { locale: language }))}</p><p>${escapeHtml(m.plain_form_number({ number }, { locale: language }))}</p><p><a href="${escapeHtml(business.portalUrl)}">${escapeHtml(business.name)}</a></p>`
  return sendPlainPage(reply, business, {
    status: 200,
    title: m.plain_form_sent({}, { locale: language }),
    html,
    language,
  })
}

function typedValue(type: FormFieldView['type'], typed: string | undefined) {
  if (!typed) return null
  if (type === 'number') return Number(typed)
  if (type === 'yes_no') return typed === 'true'
  return type === 'choices' ? [typed] : typed
}

/** Answers a refused form with the form: what was typed is kept, and each wrong field says what it needs. */
export async function answerWithForm(asked: Asked, error: AppError): Promise<undefined> {
  const { platform, request, reply } = asked
  const { slug } = request.params as { slug: string }
  const language = pageLanguageOf(request)
  const portal = await findPortal(platform, slug).catch(() => null)
  if (portal?.status !== 'ACTIVE')
    return sendPortalProblem(reply, platform, { suspended: portal?.tenant ?? null, status: error.status, language })
  if (error.code === 'unauthenticated') await startGuestSession(platform, request, reply, { slug, bearer: false })
  const values = valuesIn(request.body)
  const problem = m.portal_ticket_failed({ cause: causeOf(error, language) }, { locale: language })
  const faults = faultsIn(error, values, language)
  const key = values.key || randomUUID()
  return sendForm(asked, portal.tenant, error.status, { key, values, faults, problem })
}

function valuesIn(body: unknown): Record<string, string> {
  const { customFields, ...rest } = (body ?? {}) as { customFields?: Record<string, string> } & Record<string, string>
  const own = Object.entries(customFields ?? {}).map(([id, value]) => [`customFields.${id}`, value])
  return { ...rest, ...Object.fromEntries(own) }
}

function causeOf(error: AppError, locale: Language): string {
  if (error.code === 'unauthenticated') return m.plain_form_session({}, { locale })
  if (error.code === 'invalid_input') return m.portal_ticket_failed_input({}, { locale })
  return inLanguage(error.text, locale)
}

/** In the words of the portal's form. */
function faultsIn({ details }: AppError, values: Record<string, string>, locale: Language): Record<string, string> {
  const own: Record<string, (inputs: object, options: { locale: Language }) => string> = {
    name: m.portal_ticket_name_missing,
    email: values.email?.trim() ? m.portal_ticket_email_wrong : m.portal_ticket_email_missing,
    subject: m.portal_ticket_subject_missing,
    description: m.portal_ticket_description_missing,
  }
  const isOwn = (field: string) =>
    !values[field]?.trim() || (field === 'email' && !EMAIL_ADDRESS.test(values.email ?? ''))
  return Object.fromEntries(
    Object.entries(details.fields ?? {}).map(([path, fault]) => {
      const field = path.replace(/^body\./, '')
      const said = isOwn(field) ? own[field] : undefined
      return [field, said ? said({}, { locale }) : inLanguage(fault, locale)]
    }),
  )
}
