import type { FastifyReply } from 'fastify'
import type { Language } from '#contracts/languages.ts'
import type { LetterKind } from '#contracts/notification/outbox.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTenant } from '#server/tenant/service.ts'
import { previewLetter } from './letters.ts'
import { logoOf } from './mail-logo.ts'

/** A letter's colours are in its elements, so styles are allowed; scripts, forms and everything from elsewhere are not. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"

/** A letter as a page for a frame of the desk, which shows it as a mail program does, with the logo. Throws forbidden for agents. */
export async function showLetter(
  tenant: Tenant,
  actor: Member,
  { kind, language }: { kind: LetterKind; language: Language },
  reply: FastifyReply,
): Promise<void> {
  const { html } = await previewLetter(tenant, actor, kind, language)
  const logo = html.includes('cid:logo') ? await logoOf(tenant.platform, await getTenant(tenant)) : null
  const image = logo ? `data:${logo.mime};base64,${logo.content.toString('base64')}` : 'data:,'
  reply.removeHeader('x-frame-options')
  await reply
    .header('content-security-policy', CONTENT_POLICY)
    .type('text/html; charset=utf-8')
    .send(html.replaceAll('cid:logo', image))
}
