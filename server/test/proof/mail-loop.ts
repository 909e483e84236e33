import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { handedOver, mailOf } from '#server/inbound-mail/fixture.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { composeEnvelope } from '#server/platform/mail/compose.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { businessAddressOf } from '#server/platform/mail/reply-address.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'

/** An installation that receives mail, and the mails that it sends. */
export type Installation = { platform: Platform; url: string; sink: { mails: Mail[] } }

/** A mail on its way to an address of an installation. */
type OnItsWay = { bytes: string | Uint8Array; recipient: string }

/** What writes to the business; `answer` gives what it sends for a mail that it got, if anything. */
type Correspondent = {
  name: string
  begin(business: string): string
  answer(
    mail: Mail,
    about: { business: string; round: number; platform: Platform },
  ): OnItsWay | null | Promise<OnItsWay>
}

export type LoopResult = { name: string; automatic: number; rounds: number; hasEnded: boolean }

const ROUNDS = 8
const QUESTION = 'Can I send back a lamp that I do not like?'
const ANSWER = 'You can send back every lamp within 30 days. We pay for the parcel.'
const TRUSTED = 'Authentication-Results: mx.example.com; spf=pass; dkim=pass; dmarc=pass'
const ROBOT = 'Robot <robot@example.net>'
const AWAY = 'I am not here. Your mail is not read before'

const threadOf = ({ messageId, references = [] }: Mail): string[] => [
  `In-Reply-To: ${messageId}`,
  `References: ${[...references, messageId].join(' ')}`,
]

const replyTo = ({ replyTo: address }: Mail, business: string): string => address ?? business

/** A program that answers at the address it is told, in the thread. */
const responder = (name: string, headers: readonly string[], text = AWAY): Correspondent => ({
  name,
  begin: (to) => mailOf({ to, from: ROBOT, text: QUESTION, headers: [TRUSTED] }),
  answer: (mail, { business, round }) => {
    const recipient = replyTo(mail, business)
    const further = [...threadOf(mail), ...headers]
    return { recipient, bytes: mailOf({ to: recipient, from: ROBOT, text: `${text} ${round}.`, headers: further }) }
  },
})

const bytesOf = async (mail: Mail): Promise<Uint8Array> => {
  const stream = createTransport({ streamTransport: true, buffer: true })
  return (await stream.sendMail(composeEnvelope(mail, 'Segue <segue@example.org>'))).message as Buffer
}

/** A list sends every mail to all who read it, so also to the business. */
const list = (name: string, headers: readonly string[], isRewriting: boolean): Correspondent => ({
  name,
  begin: (to) => mailOf({ to, from: 'Riders <riders@lists.example.net>', text: QUESTION, headers: [TRUSTED] }),
  answer: async (mail, { business, round }) => {
    if (!isRewriting) {
      const echoed = Buffer.concat([Buffer.from(headers.map((line) => `${line}\r\n`).join('')), await bytesOf(mail)])
      return { recipient: business, bytes: echoed }
    }
    const text = `${mail.text}\r\n\r\nNumber ${round} of this list`
    const from = 'Riders <riders@lists.example.net>'
    return { recipient: business, bytes: mailOf({ to: business, from, subject: mail.subject, text, headers }) }
  },
})

const bounce = (name: string, isReport: boolean): Correspondent => ({
  name,
  begin: (to) => mailOf({ to, from: ROBOT, text: QUESTION, headers: [TRUSTED] }),
  answer: (mail, { business, round }) => {
    const recipient = mail.returnPath ?? replyTo(mail, business)
    const report = [
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Final-Recipient: rfc822; robot@example.net',
      'Action: failed',
      'Status: 5.1.1',
      '--b--',
    ].join('\r\n')
    const headers = isReport ? ['Content-Type: multipart/report; report-type=delivery-status; boundary=b'] : []
    const text = isReport ? report : `Your mail number ${round} did not reach its reader.`
    const from = 'MAILER-DAEMON@mx.example.net'
    return { recipient, bytes: mailOf({ to: recipient, from, subject: 'Undelivered mail', text, headers }) }
  },
})

/** Programs that say what they are, that do not, and that hide it. */
const CORRESPONDENTS: Correspondent[] = [
  responder('an automatic reply that says so (RFC 3834)', ['Auto-Submitted: auto-replied']),
  responder('an automatic reply that says so to Exchange’s way alone', [
    'X-Auto-Response-Suppress: All',
    'X-Autoreply: yes',
  ]),
  responder('an automatic reply that does not say so', []),
  {
    ...responder('one that changes subject and message id, and answers outside the thread', []),
    answer: (_, { business, round }) => {
      const text = `${AWAY} ${round}.`
      return {
        recipient: business,
        bytes: mailOf({ to: business, from: ROBOT, subject: `Number ${round}`, text, headers: [TRUSTED] }),
      }
    },
  },
  {
    ...responder('one that changes its address in the thread', []),
    answer: (mail, { business, round }) => {
      const recipient = replyTo(mail, business)
      const from = `Robot <robot${round}@r${round}.example.net>`
      const headers = [TRUSTED, ...threadOf(mail)]
      return {
        recipient,
        bytes: mailOf({ to: recipient, from, text: `${QUESTION} I ask ${'again '.repeat(round)}`, headers }),
      }
    },
  },
  {
    ...responder('one that changes address, subject and message id', []),
    answer: (_, { business, round }) => ({
      recipient: business,
      bytes: mailOf({
        to: business,
        from: `Robot <robot${round}@r${round}.example.net>`,
        subject: `Number ${round}`,
        text: QUESTION,
        headers: [TRUSTED],
      }),
    }),
  },
  responder(
    'a program that asks what the assistant knows, in the thread',
    [TRUSTED],
    `${QUESTION} My question has the number`,
  ),
  {
    ...responder('a program that asks what the assistant knows, each time anew', []),
    answer: (_, { business, round }) => ({
      recipient: business,
      bytes: mailOf({ to: business, from: ROBOT, text: `${'Hello! '.repeat(round)}${QUESTION}`, headers: [TRUSTED] }),
    }),
  },
  list('a mailing list that says so', ['List-Id: <riders.lists.example.net>', 'Precedence: list'], false),
  list('a mailing list that sends our mail back as it is', [], false),
  list('a mailing list that sends our words under its own name', [], true),
  bounce('a report that a mail came back, for each mail', true),
  bounce('a report that no program can read, for each mail', false),
]

type Site = { tenant: Tenant; address: string }

/** A business that knows one thing, and sends what is sure by itself. */
async function siteOf({ platform }: Installation): Promise<Site> {
  const { tenant, slug } = await makeTenant(platform)
  await makeFaq(tenant, { question: QUESTION, answer: ANSWER })
  await tenant.tx((t) =>
    t.sql(`UPDATE tenant SET ai_settings = ai_settings || '{"mailAnswers":"send"}' WHERE id = $1`, [t.tenantId]),
  )
  return { tenant, address: businessAddressOf(platform, slug) as string }
}

async function hand({ url }: Installation, { bytes, recipient }: OnItsWay): Promise<void> {
  const { status } = await fetch(`${url}/api/inbound-mail`, handedOver(bytes, { recipient }))
  if (status !== 200) throw new Error(`a mail to ${recipient} was not taken in: ${status}`)
}

/** Waits until nothing that arrived waits for anything, and all that was written is sent. */
async function settle({ tenant }: Site): Promise<void> {
  for (;;) {
    const [row] = await tenant.read((t) =>
      t.sql<{ waiting: number }>(
        `SELECT (SELECT count(*) FROM inbound_mail WHERE outcome IS NULL OR answer = 'pending')::int
           + (SELECT count(*) FROM email_notification WHERE status = 'pending')::int AS waiting`,
      ),
    )
    if (row?.waiting === 0) return
    await wait(50)
  }
}

/** The automatic mails that the business sent to anybody outside it. */
const automaticOf = async ({ tenant }: Site): Promise<number> => {
  const [row] = await tenant.read((t) =>
    t.sql<{ mails: number }>(
      `SELECT count(*)::int AS mails FROM email_notification
       WHERE status = 'sent' AND type IN ('ticket_confirmation', 'ticket_reply')`,
    ),
  )
  return row?.mails ?? 0
}

/** Lets a program write to a business, and answer each of its mails, until nobody writes any more. */
async function play(installation: Installation, correspondent: Correspondent): Promise<LoopResult> {
  const site = await siteOf(installation)
  const { sink, platform } = installation
  sink.mails.length = 0
  await hand(installation, { bytes: correspondent.begin(site.address), recipient: site.address })
  for (let round = 1; round <= ROUNDS; round += 1) {
    await settle(site)
    const sent = sink.mails.splice(0)
    if (sent.length === 0)
      return { name: correspondent.name, automatic: await automaticOf(site), rounds: round, hasEnded: true }
    for (const mail of sent) {
      const answer = await correspondent.answer(mail, { business: site.address, round, platform })
      if (answer) await hand(installation, answer)
    }
  }
  return { name: correspondent.name, automatic: await automaticOf(site), rounds: ROUNDS, hasEnded: false }
}

/** A business of each of two installations gets the mails of the other; the first mail is a forged one of the second business. */
async function playTwo(one: Installation, other: Installation): Promise<LoopResult> {
  const sites = [await siteOf(one), await siteOf(other)] as const
  const ends = [
    { installation: one, site: sites[0], peer: sites[1] },
    { installation: other, site: sites[1], peer: sites[0] },
  ] as const
  for (const { installation } of ends) installation.sink.mails.length = 0
  const forged = mailOf({ to: sites[0].address, from: sites[1].address, text: QUESTION, headers: [TRUSTED] })
  await hand(one, { bytes: forged, recipient: sites[0].address })
  let round = 1
  for (; round <= ROUNDS; round += 1) {
    let sent = 0
    for (const [at, { installation, site }] of ends.entries()) {
      await settle(site)
      const receiver = ends[at === 0 ? 1 : 0]
      for (const mail of installation.sink.mails.splice(0)) {
        sent += 1
        await hand(receiver.installation, { bytes: await bytesOf(mail), recipient: mail.to })
      }
    }
    if (sent === 0) break
  }
  const automatic = (await automaticOf(sites[0])) + (await automaticOf(sites[1]))
  return { name: 'a business of another installation', automatic, rounds: round, hasEnded: round <= ROUNDS }
}

/** Every program in turn against a business of its own. */
export async function playLoops(one: Installation, other: Installation): Promise<LoopResult[]> {
  const results = [await playTwo(one, other)]
  for (const correspondent of CORRESPONDENTS) results.push(await play(one, correspondent))
  return results
}

/** A loop is broken by at most one automatic mail. */
export const isBroken = ({ hasEnded, automatic }: LoopResult): boolean => hasEnded && automatic <= 1
