import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from '#contracts/languages.ts'
import { isHexColor, reach } from '#contracts/tenant/accent.ts'
import * as m from '#i18n/messages.js'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { escapeHtml } from '#server/platform/text/text.ts'
import { contentPolicy } from '#server/platform/web/content-policy.ts'
import { portalUrlOf } from './portal-address/portal-url.ts'
import { getTenant } from './reads.ts'

/** Whose page it is: name, colour (`#rrggbb`) and the address of the portal. */
export type Business = { name: string; color: string; portalUrl: string }

const NOBODY: Business = { name: 'Segue', color: '#176b6b', portalUrl: '/' }

export async function businessOf(platform: Platform, tenant: Tenant): Promise<Business> {
  const row = await getTenant(tenant)
  const { primaryColor } = row.branding
  return {
    name: row.name,
    color: isHexColor(primaryColor) ? primaryColor : NOBODY.color,
    portalUrl: portalUrlOf(platform, row),
  }
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
label{display:block;margin-top:1rem;font-weight:600}input,textarea,select{box-sizing:border-box;width:100%;min-height:44px;padding:.5rem;border:1px solid #767676;border-radius:8px;background:canvas;color:canvastext;font:inherit}
fieldset{margin:1rem 0 0;padding:0;border:0}legend{padding:0;font-weight:600}fieldset label{display:flex;align-items:center;gap:.5rem;min-height:44px;margin:0;font-weight:400}input[type=radio]{width:20px;min-height:20px;margin:0;accent-color:var(--brand)}
button{min-height:44px;margin-top:1.5rem;padding:0 1.25rem;border:0;border-radius:8px;background:var(--brand);color:#fff;font:inherit;font-weight:600;cursor:pointer}
.fault,[role=alert]{margin:.25rem 0 0;color:light-dark(#b3261e,#ff8a80);font-weight:400}a{color:inherit}`

/** `html` is markup with its values already escaped. */
export type PlainPage = { status: number; title: string; html: string; language: Language }

/** Sends a whole page that needs no script, with its content policy: no script, its own style, and forms to this server only. */
export function sendPlainPage(
  reply: FastifyReply,
  { name, color }: Business,
  { status, title, html, language }: PlainPage,
): undefined {
  // White is readable on it.
  const style = `${STYLE}:root{--brand:${reach(color, '#ffffff', '#000000', 4.5)}}`
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = contentPolicy({ styles: `'sha256-${hash}'`, media: "'self'", ancestors: "'none'" })
  const page = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(name)}</title><style>${style}</style></head><body><main><p>${escapeHtml(name)}</p><h1>${escapeHtml(title)}</h1>${html}</main></body></html>`
  reply.code(status).header('content-security-policy', policy).serializer(String)
  reply.type('text/html; charset=utf-8').send(page)
}

/** Sends a page that says that there is no such business, or with `suspended` that this one takes nothing at the moment. */
export async function sendPortalProblem(
  reply: FastifyReply,
  platform: Platform,
  { suspended, status, language: locale }: { suspended: Tenant | null; status: number; language: Language },
): Promise<undefined> {
  const business = suspended ? await businessOf(platform, suspended) : NOBODY
  const [title, says] = suspended
    ? [m.portal_problem_suspended_title, m.portal_problem_suspended_text({ business: business.name }, { locale })]
    : [m.portal_problem_unknown_title, m.portal_problem_unknown_text({}, { locale })]
  const html = `<p>${escapeHtml(says)}</p>`
  return sendPlainPage(reply, business, { status, title: title({}, { locale }), html, language: locale })
}
