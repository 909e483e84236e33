import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorReply } from '#contracts/errors.ts'
import { type Harness, startHarness } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } }

describe('the text of an error over HTTP', () => {
  it.each([
    [
      'de-CH, en;q=0.5',
      'Einige Angaben fehlen oder sind falsch.',
      'Geben Sie Ihre E-Mail-Adresse ein.',
      'Dieser Wert fehlt.',
    ],
    ['fr', 'Certaines saisies manquent ou sont erronées.', 'Saisissez votre adresse e-mail.', 'Cette valeur manque.'],
    ['es', 'Faltan datos o hay datos incorrectos.', 'Introduzca su dirección de correo.', 'Falta este valor.'],
    ['it', 'Some entries are missing or wrong.', 'Enter your email address.', 'This value is missing.'],
  ])('is in the first supported language of the caller (%s)', async (languages, message, email, password) => {
    const response = await h.visitor().raw('/api/session', {
      ...POST,
      headers: { ...POST.headers, 'accept-language': languages },
      body: JSON.stringify({ email: '', portal: 'business' }),
    })
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as ErrorReply
    expect(error.message).toContain(message)
    expect(error.fields).toEqual({ 'body.email': email, 'body.password': password })
  })
})
