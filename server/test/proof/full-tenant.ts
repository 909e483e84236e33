import { startCheckout } from '#contracts/billing/checkout.ts'
import { type FileView, uploadFile, uploadGuestFile } from '#contracts/conversation/file.ts'
import {
  getGuestConversation,
  requestPerson,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, CustomerId, FileId, MessageId, TicketId, UserId } from '#contracts/ids.ts'
import { voteArticle } from '#contracts/knowledge/article.ts'
import { saveArticle } from '#contracts/knowledge/article-editing.ts'
import { listDocuments } from '#contracts/knowledge/document.ts'
import { createSampleFaqs } from '#contracts/knowledge/faq.ts'
import { type ImportView, uploadImport } from '#contracts/knowledge/import.ts'
import { saveProfile } from '#contracts/knowledge/profile.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { reportPresence } from '#contracts/ticket/presence.ts'
import { sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeAgent } from '#server/agent/fixture.ts'
import { makeRetention } from '#server/archive/fixture.ts'
import { makeTranslation } from '#server/assistant/message-translation/fixture.ts'
import { makeQuestionGroup } from '#server/assistant/unanswered-questions/fixture.ts'
import { makeAutomation } from '#server/automation/fixture.ts'
import { startCheckout as beginCheckout, soldPlanOf } from '#server/billing/checkout/start.ts'
import { createGiftToken } from '#server/billing/service.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { makeAttribute, makeMerge, makeNote } from '#server/customer/fixture.ts'
import { makeIdentity } from '#server/customer/signed-identity/fixture.ts'
import { makeErasure } from '#server/customer-record/fixture.ts'
import { makeDataImport } from '#server/data-import/fixture.ts'
import { makeInboundMail, makeMailbox } from '#server/inbound-mail/fixture.ts'
import { makeArticle, makeDocument, makeFaq, makeReading } from '#server/knowledge/fixture.ts'
import { recordKnowledgeUse } from '#server/knowledge/service.ts'
import { makeNotificationRows } from '#server/notification/fixture.ts'
import { makeAnnouncement, makeDataRun, makeMigratedDocument, makeSupportAccess } from '#server/owner/fixture.ts'
import { type Member, system } from '#server/platform/actor.ts'
import { connectProvider, makeAttempt } from '#server/provider/fixture.ts'
import { makeTestQuestion } from '#server/quality/fixture.ts'
import { makeFindings, markReviewed } from '#server/quality/knowledge-review/fixture.ts'
import { makeReportSchedule } from '#server/report/fixture.ts'
import { makeOnboarding } from '#server/signup/fixture.ts'
import { makeInvitation, makeTeam } from '#server/team/fixture.ts'
import { makeBulkChange } from '#server/ticket/bulk/fixture.ts'
import { makeTicketField } from '#server/ticket/custom-fields/fixture.ts'
import { makeDraft, makeMacro } from '#server/ticket/macros/fixture.ts'
import { makeTicketMerge } from '#server/ticket/merge/fixture.ts'
import { confirmationToken, getTicketRow } from '#server/ticket/service.ts'
import { makeView } from '#server/ticket/views/fixture.ts'
import { makeProgram } from '#server/webhook/fixture.ts'
import { clientOf, pathOf, type TestClient } from '#test/client.ts'
import type { Harness, TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Canary, writeCanaries } from './canaries.ts'
import { uploadOwnPicture, uploadPicture } from './picture.ts'
import { makeFailedJob, makeSystemError, makeSystemMail } from './platform-rows.ts'
import { cursorAt } from './request-schema.ts'

type Person = TestClient & { email: string; actor: Member }

/** A tenant with rows in every table, in which every text is a canary. */
export type FullTenant = TestTenant & {
  letter: string
  canary: Canary
  guest: TestClient & { actor: { guestId: string } }
  otherGuest: TestClient
  /** Signed in at the portal with an account. */
  customer: TestClient & { userId: UserId }
  agent: Person
  admin: Person
  /** An owner of the business. */
  proprietor: Person
  program: TestClient
  /** One id of each kind for paths and queries; slugs and cursors by their name (`articleSlug`, `cursor`). */
  ids: Record<string, string>
  /** For references in bodies: a chat without ticket, a file without message. */
  refs: Record<string, string>
  /** Rows of the other guest of this tenant. */
  others: Record<string, string>
}

const newId = () => crypto.randomUUID() as never

/** Uploads a small text file as the guest of a portal, or as a member. */
export async function uploadText(who: TestClient, slug: string | null): Promise<FileId> {
  const form = new FormData()
  form.append('file', new Blob(['proof']), 'proof.txt')
  const path = slug ? pathOf(uploadGuestFile, { params: { slug } }) : uploadFile.path
  const response = await who.raw(path, { method: 'POST', body: form })
  const file = (await response.json()) as FileView
  if (response.status !== 201) throw new Error(`upload: ${JSON.stringify(file)}`)
  return file.id
}

/** Opens a chat and sends a message. */
export async function startChat(guest: TestClient, slug: string, fileIds: FileId[] = []) {
  const conversationId: ConversationId = newId()
  const messageId: MessageId = newId()
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const params = { slug, conversationId }
  await guest.call(sendGuestMessage, { params, body: { id: messageId, body: 'proof', fileIds } })
  return { conversationId, messageId, params }
}

/** Uploads a CSV file of questions as an import. */
export async function startImport(admin: TestClient): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['question,answer\nproof?,proof']), 'proof.csv')
  const response = await admin.raw(uploadImport.path, { method: 'POST', body: form })
  return ((await response.json()) as ImportView).id
}

export async function submitForm(guest: TestClient, slug: string, conversationId?: ConversationId): Promise<TicketId> {
  const id: TicketId = newId()
  const form = { id, name: 'Proof', email: 'proof@example.com', subject: 'proof', description: 'proof' }
  const body = { ...form, ...(conversationId ? { conversationId } : {}) }
  await guest.call(submitTicket, { params: { slug }, body })
  return id
}

/** Fills a tenant through its routes, then replaces every text by a canary. */
export async function createFullTenant(h: Harness, letter: string): Promise<FullTenant> {
  const made = await h.tenant()
  const { slug, tenant } = made
  await markReviewed(tenant)
  const [guest, otherGuest] = [await h.guest(made), await h.guest(made)]
  const customer = await h.customer(made)
  const [agent, admin] = [await h.member(made, 'agent'), await h.member(made, 'admin')]
  const proprietor = await h.member(made, 'owner')
  // The member that probes name, so that none of them removes the one who sends it.
  const colleague = await h.member(made, 'agent')
  await admin.call(createSampleFaqs, {})
  const file = await uploadText(guest, slug)
  const chat = await startChat(guest, slug, [file])
  const ticketId = await submitForm(guest, slug, chat.conversationId)
  const send = (visibility: 'public' | 'note', fileIds: FileId[]) =>
    agent.call(sendTicketMessage, { params: { ticketId }, body: { id: newId(), body: 'proof', visibility, fileIds } })
  await send('public', [await uploadText(agent, null)])
  const noteFile = await uploadText(agent, null)
  await send('note', [noteFile])
  await agent.call(reportPresence, { params: { ticketId }, body: { isHere: true, isTyping: false, seenSeq: 1 } })
  const plain = await startChat(guest, slug)
  await guest.call(requestPerson, { params: plain.params })
  const otherFile = await uploadText(otherGuest, slug)
  const other = await startChat(otherGuest, slug, [otherFile])
  const otherTicket = await submitForm(otherGuest, slug)
  const [article, draft] = [await makeArticle(tenant), await makeArticle(tenant, { isPublished: false })]
  const text = { title: 'proof', summary: 'proof', body: 'proof', category: 'Basics', language: 'en' } as const
  await admin.call(saveArticle, { params: { articleId: article.id }, body: { ...text, version: 1, publish: false } })
  await makeReading(tenant, article, draft)
  await guest.call(voteArticle, { params: { slug, articleSlug: article.slug }, body: { helpful: true } })
  await connectProvider(tenant, 'openai')
  await makeAttempt(tenant)
  await makeMigratedDocument(tenant)
  await makeRetention(tenant)
  await admin.call(listDocuments)
  await admin.call(saveProfile, { body: { version: 0, profile: { companyName: 'proof' } } })
  const [customerRow] = await queryAsOwner<{ id: string }>(
    h.database.ownerUrl,
    'SELECT id FROM customer WHERE tenant_id = $1',
    [tenant.id],
  )
  const customerId = (customerRow?.id ?? '') as CustomerId
  const customerNote = await makeNote(tenant, agent.actor, customerId)
  const customerAttribute = await makeAttribute(tenant, admin.actor)
  const merge = await makeMerge(tenant, agent.actor, customerId)
  const [customerErasure] = [await makeErasure(tenant, admin.actor), await makeIdentity(tenant, admin.actor)]
  const agents = await makeAgent(tenant, chat.conversationId)
  const questionGroup = await makeQuestionGroup(tenant, chat.conversationId)
  await makeTranslation(tenant, chat.messageId)
  const [knowledgeImport, dataImport] = [await startImport(admin), await makeDataImport(tenant, admin.actor)]
  const quality = await makeTestQuestion(tenant)
  const image = await uploadPicture(admin)
  const answer = await tenant.tx((t) =>
    appendMessage(t, chat.conversationId, { id: newId(), author: 'assistant', body: 'proof' }),
  )
  await tenant.tx((t) => recordKnowledgeUse(t, chat.messageId, [{ kind: 'article', id: article.id }]))
  const { checkoutId } = await h.visitor().call(startCheckout, { body: { plan: 'monthly' } })
  const changes = { tenantId: tenant.id, stripeCustomerId: null }
  const planChange = await beginCheckout(h.platform, { plan: soldPlanOf('lifetime'), language: 'en', changes })
  const [faq, otherFaq, document] = [await makeFaq(tenant), await makeFaq(tenant), await makeDocument(tenant)]
  // Not of the document, which is processed meanwhile: what changes is compared anew.
  const findings = await makeFindings(tenant, { kind: 'faq', id: faq.id }, { kind: 'faq', id: otherFaq.id })
  const giftToken = await createGiftToken(h.platform, { kind: 'test', description: 'proof' })
  const others = {
    conversation: other.conversationId,
    message: other.messageId,
    ticket: otherTicket,
    file: otherFile,
    noteFile,
    draft: draft.slug,
  }
  const invitation = await makeInvitation(tenant, admin.actor)
  await makeOnboarding(tenant, admin.actor)
  const [ticketField, program] = [await makeTicketField(tenant, admin.actor), await makeProgram(tenant, admin.actor)]
  const [macro] = [await makeMacro(tenant, agent.actor), await makeDraft(tenant, agent.actor, ticketId)]
  const team = await makeTeam(tenant, admin.actor, [agent.actor.userId])
  const savedView = await makeView(tenant, admin.actor)
  const ticketMerge = await makeTicketMerge(tenant, agent.actor, otherTicket)
  const bulkChange = await makeBulkChange(tenant, agent.actor, ticketId)
  await uploadOwnPicture(colleague)
  const unsent = await uploadText(guest, slug)
  const refs = { user: agent.actor.userId, customer: merge.part, conversation: plain.conversationId, file: unsent }
  const mails = {
    inboundMail: await makeInboundMail(tenant, ticketId),
    mailbox: await makeMailbox(tenant, admin.actor),
  }
  const notified = { ...(await makeNotificationRows(tenant, admin.actor)), ...mails }
  await makeSystemError(h.platform)
  await makeReportSchedule(tenant)
  const automationRule = await makeAutomation(tenant, ticketId)
  const canary = await writeCanaries(h.database.ownerUrl, tenant.id, letter)
  // The token is signed with the e-mail as it is from here on.
  const confirmation = await tenant.read(async (t) =>
    confirmationToken(h.platform, await getTicketRow(t, system, ticketId), h.platform.clock.now()),
  )
  return {
    ...made,
    letter,
    guest,
    otherGuest,
    customer,
    agent,
    admin,
    proprietor,
    program: clientOf(h.url, { authorization: `Bearer ${program.key}` }),
    ids: {
      tenant: tenant.id,
      user: colleague.actor.userId,
      session: await sessionIdOf(h, admin.actor.userId),
      customer: customerId,
      customerNote,
      customerAttribute,
      customerMerge: merge.id,
      customerErasure,
      guest: guest.actor.guestId,
      conversation: chat.conversationId,
      message: answer.message.id,
      ticket: ticketId,
      macro,
      ticketField,
      invitation,
      team,
      savedView,
      bulkChange,
      ticketMerge,
      faq: faq.id,
      document: document.id,
      article: article.id,
      import: knowledgeImport,
      dataImport,
      image,
      questionGroup,
      testQuestion: quality.questionId,
      qualityRun: quality.runId,
      knowledgeConflict: findings.conflictId,
      staleEntry: findings.staleId,
      agent: agents.agentId,
      action: agents.actionId,
      request: agents.requestId,
      file,
      slug,
      articleSlug: article.slug,
      checkout: checkoutId,
      planChange: planChange.checkoutId,
      cursor: cursorAt(article.id),
      confirmation,
      giftToken: giftToken.id,
      supportAccess: await makeSupportAccess(tenant),
      automationRule,
      announcement: await makeAnnouncement(h.platform),
      dataRun: await makeDataRun(h.platform, tenant.id),
      systemMail: await makeSystemMail(h.platform),
      job: await makeFailedJob(h),
      signup: crypto.randomUUID(),
      ...notified,
      ...program.ids,
    },
    refs,
    others,
    canary,
  }
}

async function sessionIdOf({ database }: Harness, userId: string): Promise<string> {
  const sql = 'SELECT id FROM auth.session WHERE user_id = $1'
  return (await queryAsOwner<{ id: string }>(database.ownerUrl, sql, [userId]))[0]?.id ?? ''
}

/** The tenant's id of a kind; throws for a kind without one. */
export function getId(ids: Record<string, string>, kind: string): string {
  const id = ids[kind]
  if (!id) throw new Error(`The test tenant has no ${kind}: make one in full-tenant.ts, so that its routes are proved.`)
  return id
}

/** A thread as a guest reads it, as JSON. */
export const threadText = async (guest: TestClient, slug: string, conversationId: string): Promise<string> =>
  JSON.stringify(
    await guest.call(getGuestConversation, { params: { slug, conversationId: conversationId as ConversationId } }),
  )
