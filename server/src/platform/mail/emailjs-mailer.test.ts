import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { emailJsMailer } from './emailjs-mailer.ts'

const service = { status: 200, answer: 'OK', bodies: [] as unknown[] }
const server = createServer(async (request, reply) => {
  service.bodies.push({ url: request.url, body: JSON.parse(await text(request)) })
  reply.writeHead(service.status).end(service.answer)
})
const http = outgoing({ log: createLog('silent'), allowLoopback: true })
let origin: string
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await http.stop()
  server.close()
})

const mailer = () =>
  emailJsMailer({
    serviceId: 's',
    templateId: 't',
    publicKey: 'pub',
    privateKey: 'canary-key',
    origin,
    http,
    from: 'Segue <no-reply@segue.example>',
  })
const mail = {
  to: 'ada@example.com',
  subject: 'Hi',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<m1@segue.example>',
}

describe('the EmailJS mailer', () => {
  it('[V1] sends one recipient, subject and both texts to the REST interface', async () => {
    await mailer().send({ ...mail, from: 'Hollow <no-reply@segue.example>', replyTo: 'help@hollow.example' })
    expect(service.bodies).toEqual([
      {
        url: '/api/v1.0/email/send',
        body: {
          service_id: 's',
          template_id: 't',
          user_id: 'pub',
          accessToken: 'canary-key',
          template_params: {
            to_email: 'ada@example.com',
            from_name: 'Hollow',
            reply_to: 'help@hollow.example',
            subject: 'Hi',
            message: 'Hello',
            message_html: '<p>Hello</p>',
          },
        },
      },
    ])
  })

  it('[V2] keeps a mail that the service does not take for a later attempt, and refuses a second recipient at once', async () => {
    for (const [status, fault] of [
      [400, 'not_now'],
      [403, 'auth'],
      [422, 'not_now'],
      [429, 'not_now'],
      [500, 'not_now'],
    ] as const) {
      Object.assign(service, { status, answer: 'no' })
      await expect(mailer().send(mail)).rejects.toMatchObject({
        permanent: false,
        fault,
        message: expect.not.stringContaining('canary'),
      })
    }
    const before = service.bodies.length
    await expect(mailer().send({ ...mail, to: 'a@example.com, b@example.com' })).rejects.toMatchObject({
      permanent: true,
    })
    expect(service.bodies).toHaveLength(before)
  })
})
