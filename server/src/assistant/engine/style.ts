import type { BusinessProfile } from '#contracts/knowledge/profile.ts'
import type { AiSettings, ReplyStyle } from '#contracts/tenant/tenant.ts'
import type { Question } from '#server/assistant/types.ts'
import { readBusinessProfile } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { readTenant } from '#server/tenant/service.ts'

type Tone = Pick<BusinessProfile, 'brandTone' | 'formalityLevel'>

/** The style of the assistant's own sentences: the tenant's setting, else that of the business profile's tone; a formal business is never casual. */
export function replyStyleOf({ replyStyle }: Pick<AiSettings, 'replyStyle'>, profile: Tone | null): ReplyStyle {
  if (replyStyle) return replyStyle
  if (!profile || profile.formalityLevel === 'formal') return 'professional'
  return profile.brandTone === 'casual' || profile.formalityLevel === 'informal' ? 'casual' : 'professional'
}

/** The tenant's style, for a sentence outside of an answer. */
export async function readReplyStyle(t: Tx): Promise<ReplyStyle> {
  const [{ aiSettings }, profile] = await Promise.all([readTenant(t), readBusinessProfile(t)])
  return replyStyleOf(aiSettings, profile)
}

/** What the wording of a reply depends on: messages choose by it how they say the same. */
export type Wording = { business: string; style: ReplyStyle; guest: 'new' | 'returning' }

export const wordingOf = ({ business, style = 'professional', memory }: Question): Wording => ({
  business,
  style,
  guest: (memory?.visitCount ?? 0) > 1 ? 'returning' : 'new',
})
