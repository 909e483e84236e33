import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { VoteReason } from '#contracts/knowledge/article.ts'
import type { sendPlainVote } from '#contracts/knowledge/plain-vote.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { startGuestSession } from '#server/customer/service.ts'
import { findOpenArticle, getOpenArticle, type OpenArticle, voteArticle } from '#server/knowledge/articles/commands.ts'
import { helpPath } from '#server/knowledge/help-pages/place.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { AppError } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { pageLanguageOf } from '#server/platform/route/request-language.ts'
import { inLanguage } from '#server/platform/text/message.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { businessOf, findPortal, getActivePortal, sendPlainPage, sendPortalProblem } from '#server/tenant/service.ts'

type Sent = z.output<typeof sendPlainVote.body>
type Asked = { platform: Platform; request: FastifyRequest; reply: FastifyReply }
type Place = { slug: string; articleSlug: string }

type Filled = { values: Partial<Record<keyof Sent, unknown>>; problem: string }

const REASONS: Record<VoteReason, (inputs: object, options: { locale: Language }) => string> = {
  out_of_date: m.help_reason_out_of_date,
  not_answered: m.help_reason_not_answered,
  hard_to_understand: m.help_reason_hard_to_understand,
  other: m.help_reason_other,
}

/** Sends the empty form, and with it the cookie of the guest's session. Throws not_found for an unknown business or article. */
export async function showVotePage(asked: Asked, { slug, articleSlug }: Place): Promise<undefined> {
  const { platform, request, reply } = asked
  const { tenant } = await getActivePortal(platform, slug)
  const article = await getOpenArticle(tenant, articleSlug)
  await startGuestSession(platform, request, reply, { slug, bearer: false })
  return sendForm(asked, tenant, article, 200, { values: {}, problem: '' })
}

/** Stores the vote and says so, with the way back to the article. */
export async function voteFromPage(
  { platform, request, reply }: Asked,
  { tenant, actor }: { tenant: Tenant; actor: Guest },
  articleSlug: string,
  { helpful, reason, comment }: Sent,
): Promise<undefined> {
  const vote = { helpful: helpful === 'yes', reason: reason || null, comment }
  const { title, slug } = await voteArticle(tenant, actor, articleSlug, vote)
  const language = pageLanguageOf(request)
  const locale = { locale: language }
  const thanks = vote.helpful || !vote.reason ? m.portal_help_thanks({}, locale) : m.help_reason_thanks({}, locale)
  const portal = (request.params as Place).slug
  const html = `<p role="status">${escapeHtml(thanks)}</p><p><a href="${helpPath(portal, { article: slug })}">${escapeHtml(m.portal_help_back({}, locale))}</a></p>`
  return sendPlainPage(reply, await businessOf(platform, tenant), { status: 200, title, html, language })
}

/** Answers a refused form with the form, which keeps what was chosen and written; where there is no article, says so. */
export async function answerWithVotePage(asked: Asked, error: AppError): Promise<undefined> {
  const { platform, request, reply } = asked
  const { slug, articleSlug } = request.params as Place
  const language = pageLanguageOf(request)
  const { status } = error
  const portal = await findPortal(platform, slug).catch(() => null)
  if (portal?.status !== 'ACTIVE')
    return sendPortalProblem(reply, platform, { suspended: portal?.tenant ?? null, status, language })
  const article = await findOpenArticle(portal.tenant, articleSlug).catch(() => null)
  if (!article) return sendMissing(asked, portal.tenant, slug)
  if (error.code === 'unauthenticated') await startGuestSession(platform, request, reply, { slug, bearer: false })
  return sendForm(asked, portal.tenant, article, status, {
    values: (request.body ?? {}) as Filled['values'],
    problem: problemOf(error, language),
  })
}

function problemOf({ code, text }: AppError, locale: Language): string {
  if (code === 'unauthenticated') return m.plain_form_session({}, { locale })
  return code === 'invalid_input' ? m.help_vote_missing({}, { locale }) : inLanguage(text, locale)
}

async function sendMissing({ platform, request, reply }: Asked, tenant: Tenant, slug: string): Promise<undefined> {
  const language = pageLanguageOf(request)
  const locale = { locale: language }
  const html = `<p>${escapeHtml(m.portal_help_missing_text({}, locale))}</p><p><a href="${helpPath(slug)}">${escapeHtml(m.portal_help_heading({}, locale))}</a></p>`
  const title = m.portal_help_missing({}, locale)
  return sendPlainPage(reply, await businessOf(platform, tenant), { status: 404, title, html, language })
}

async function sendForm(
  { platform, request, reply }: Asked,
  tenant: Tenant,
  { title }: OpenArticle,
  status: number,
  filled: Filled,
): Promise<undefined> {
  const language = pageLanguageOf(request)
  const html = formHtml(filled, language)
  return sendPlainPage(reply, await businessOf(platform, tenant), { status, title, html, language })
}

function formHtml({ values, problem }: Filled, language: Language): string {
  const locale = { locale: language }
  const answers = [
    ['yes', m.common_yes({}, locale)],
    ['no', m.common_no({}, locale)],
  ].map(
    ([value, label = '']) =>
      `<label><input type="radio" name="helpful" value="${value}"${values.helpful === value ? ' checked' : ''}>${escapeHtml(label)}</label>`,
  )
  const reasons = VoteReason.options.map(
    (reason) =>
      `<option value="${reason}"${values.reason === reason ? ' selected' : ''}>${escapeHtml(REASONS[reason]({}, locale))}</option>`,
  )
  const comment = typeof values.comment === 'string' ? values.comment : ''
  return [
    problem && `<p role="alert">${escapeHtml(problem)}</p>`,
    `<form method="post"><fieldset><legend>${escapeHtml(m.portal_help_question({}, locale))}</legend>${answers.join('')}</fieldset>`,
    `<label for="reason">${escapeHtml(m.help_vote_reason({}, locale))}</label><select id="reason" name="reason"><option value=""></option>${reasons.join('')}</select>`,
    `<label for="comment">${escapeHtml(m.help_reason_comment({}, locale))}</label><textarea id="comment" name="comment" rows="3" maxlength="500">\n${escapeHtml(comment)}</textarea>`,
    `<button>${escapeHtml(m.help_reason_send({}, locale))}</button></form>`,
  ].join('')
}
