import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { BusinessProfile } from '#contracts/knowledge/profile.ts'
import type { Language } from '#contracts/languages.ts'
import type { ReplyStyle } from '#contracts/tenant/tenant.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { replyStyleOf } from './style.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

type GuestClient = Awaited<ReturnType<Harness['guest']>>

/** Opens a chat in a language and sends messages one after the other; gives the greeting and the replies. */
async function chat(guest: GuestClient, { slug }: TestTenant, language: Language, messages: string[]) {
  const conversationId = crypto.randomUUID() as ConversationId
  guest.headers['accept-language'] = language
  const opened = await guest.call(startConversation, {
    params: { slug },
    body: { id: conversationId, context: 'general' },
  })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${conversationId}/stream?after=1`)
  const said = [opened.messages[0]?.body ?? '']
  for (const body of messages) {
    const { seq } = await guest.call(sendGuestMessage, {
      params: { slug, conversationId },
      body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] },
    })
    const { message } = await stream.waitFor(
      'message.created',
      ({ message: one }) => one.author === 'assistant' && one.seq > seq,
    )
    said.push(message.body)
  }
  return said
}

const shopWith = (replyStyle: ReplyStyle | null) =>
  makeTenant(h.platform, { name: 'Lido', branding: { welcomeMessage: '' }, aiSettings: { replyStyle } })

const MESSAGES: Record<Language, string[]> = {
  en: ['hello', 'How high is the Aconcagua mountain exactly?', 'thanks', 'Please let me talk to a person'],
  es: ['hola', '¿Cuál es la altura exacta del monte Aconcagua?', 'gracias', 'Quiero hablar con una persona'],
  fr: ['bonjour', 'Quelle est la hauteur exacte du mont Blanc ?', 'merci', 'Je veux parler à une personne'],
  de: ['hallo', 'Wie hoch ist der Mount Everest eigentlich?', 'danke', 'Ich möchte mit einem Menschen sprechen'],
}
/** Words by which each style addresses the customer: greeting, hello, not found, thanks, handover. */
const WORDS: Record<ReplyStyle, Record<Language, RegExp[]>> = {
  professional: {
    en: [/reached Lido/, /^Hello!/, /did not find/, /You are welcome/, /^Of course/],
    es: [/ayudarle/, /le gustaría/, /pasarle/, /quiera saber/, /^Por supuesto. Le paso/],
    fr: [/vous aider/, /souhaitez-vous/i, /vous mettre/, /^Je vous en prie/, /Je vous passe/],
    de: [/Sie sind/, /möchten Sie/, /kann Sie/, /Möchten Sie/, /übergebe Sie/],
  },
  casual: {
    en: [/chatting with Lido/, /^Hi!/, /didn’t find/, /^You’re welcome!/, /^Sure!/],
    es: [/te ayudamos/, /te gustaría/, /pasarte/, /^¡De nada! ¿Algo/, /^¡Claro! Te paso/],
    fr: [/pour toi/, /tu veux/, /te passer/, /^Avec plaisir/, /Je te passe/],
    de: [/Du bist/, /möchtest du/, /kann dich/, /^Gern! Sonst/, /übergebe dich/],
  },
}

describe('the style of replies', () => {
  const cases = (['professional', 'casual'] as const).flatMap((style) =>
    (Object.keys(MESSAGES) as Language[]).map((language) => ({ style, language })),
  )
  it.each(cases)(
    '$style in $language: greeting, hello, not found, thanks and handover',
    async ({ style, language }) => {
      const shop = await shopWith(style)
      const said = await chat(await h.guest(shop), shop, language, MESSAGES[language])
      for (const [at, words] of WORDS[style][language].entries()) expect(said[at]).toMatch(words)
    },
  )

  it('speaks to a returning guest as one, in greeting, hello and goodbye', async () => {
    const shop = await shopWith('casual')
    const guest = await h.guest(shop)
    const first = await chat(guest, shop, 'de', ['hallo', 'tschüss'])
    const second = await chat(guest, shop, 'de', ['hallo', 'tschüss'])
    for (const at of [0, 1, 2]) expect(second[at]).not.toBe(first[at])
    expect(second[0]).toMatch(/^Schön, dass du wieder da bist!/)
    expect(second[1]).toMatch(/dass du wieder da bist/)
    expect(second[2]).toMatch(/wieder bei Lido/)
  })

  it('is the tenant’s setting, else that of the profile’s tone, and never casual for a formal business', () => {
    const profile = (given: Partial<BusinessProfile>) => BusinessProfile.parse(given)
    expect(replyStyleOf({ replyStyle: null }, null)).toBe('professional')
    expect(replyStyleOf({ replyStyle: null }, profile({ brandTone: 'friendly' }))).toBe('professional')
    expect(replyStyleOf({ replyStyle: null }, profile({ brandTone: 'casual' }))).toBe('casual')
    expect(replyStyleOf({ replyStyle: null }, profile({ formalityLevel: 'informal' }))).toBe('casual')
    expect(replyStyleOf({ replyStyle: null }, profile({ brandTone: 'casual', formalityLevel: 'formal' }))).toBe(
      'professional',
    )
    expect(replyStyleOf({ replyStyle: 'professional' }, profile({ brandTone: 'casual' }))).toBe('professional')
    expect(replyStyleOf({ replyStyle: 'casual' }, profile({ formalityLevel: 'formal' }))).toBe('casual')
  })
})
