import { createFaqFromQuestions } from '#contracts/assistant/unanswered-question.ts'
import { createRule } from '#contracts/automation/rule.ts'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import { addMailbox } from '#contracts/inbound-mail/mailbox.ts'
import { createArticle } from '#contracts/knowledge/article-editing.ts'
import { addPageDocument, addTextDocument } from '#contracts/knowledge/document.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { importPage } from '#contracts/knowledge/import.ts'
import { inviteMember } from '#contracts/team/invitation.ts'
import { createTeam } from '#contracts/team/team.ts'
import { startBulkChange } from '#contracts/ticket/bulk-change.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { applyMacro, createMacro } from '#contracts/ticket/macro.ts'
import { mergeTicket } from '#contracts/ticket/merge.ts'
import { createSavedView } from '#contracts/ticket/saved-view.ts'
import { createTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeQuestionGroup } from '#server/assistant/unanswered-questions/fixture.ts'
import { makeMacro } from '#server/ticket/macros/fixture.ts'
import { ANSWERING_CREATIONS } from './answering-creations.ts'
import { byAdmin, type Creation, count, countTickets, creation, newId } from './creation.ts'
import { CUSTOMER_CREATIONS } from './customer-creations.ts'
import { DATA_RUN_CREATIONS } from './data-run-creations.ts'
import { formWithField, ofTicketField } from './field-creations.ts'
import { startChat, submitForm, uploadText } from './full-tenant.ts'
import { ofWebhook } from './webhook-creations.ts'

const FORM = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring', priority: 'low' }
const OTHER_FORM = { name: 'Mo', email: 'mo@example.com', subject: 'Horn', description: 'Too loud', priority: 'high' }

const byCustomers: Creation[] = [
  creation(
    startConversation,
    'conversation',
    async (stage) => {
      const id = newId()
      return {
        who: stage.guest,
        params: { slug: stage.acme.slug },
        body: { id, context: 'general' },
        others: { context: 'billing' },
        rows: () => count(stage, 'message', "conversation_id = $2 AND kind = 'greeting'", [id]),
      }
    },
    // Words the greeting only; and who writes is stored with the customer.
    ['timezone', 'contact'],
  ),
  creation(sendGuestMessage, 'message', async ({ acme, guest }) => ({
    who: guest,
    params: (await startChat(guest, acme.slug)).params,
    body: { body: 'ring ring', fileIds: [await uploadText(guest, acme.slug)] },
    others: { body: 'other', fileIds: [] },
  })),
  creation(
    submitTicket,
    'ticket',
    async (stage) => {
      const { acme, guest } = stage
      const { conversationId } = await startChat(guest, acme.slug)
      const { body, others } = await formWithField(stage)
      const given = { body: { ...FORM, ...body }, others: { ...OTHER_FORM, ...others, conversationId } }
      return { who: guest, params: { slug: acme.slug }, ...given, rows: () => countTickets(stage) }
    },
    // The portal's topics, which give the category, may have changed.
    ['category'],
  ),
]

const inTeam: Creation[] = [
  creation(inviteMember, 'invitation', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { email: 'jo@example.com', role: 'agent' },
    others: { email: 'mo@example.com', role: 'admin' },
  })),
  creation(createTeam, 'team', async (stage) => {
    const { actor } = await stage.h.member(stage.acme, 'agent')
    return {
      ...(await byAdmin(stage)),
      body: { name: 'Bells', memberIds: [actor.userId], ticketLimit: 5 },
      others: { name: 'Horns', memberIds: [], ticketLimit: 6 },
    }
  }),
  creation(
    addMailbox,
    'mailbox',
    async (stage) => ({
      ...(await byAdmin(stage)),
      body: {
        host: 'imap.example.com',
        port: 993,
        security: 'tls',
        username: 'bells',
        password: 'ring',
        folder: 'INBOX',
      },
      others: { host: 'imap.example.net', port: 143, security: 'starttls', username: 'horns', folder: 'Horns' },
    }),
    // It is stored encrypted, each time in another way.
    ['password'],
  ),
]

const aboutTicketList: Creation[] = [
  creation(createSavedView, 'ticket_view', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { name: 'Bells', audience: 'shared', filter: { statuses: ['open'] } },
    others: { name: 'Horns', audience: 'own', filter: {} },
  })),
  creation(startBulkChange, 'ticket_bulk_change', async (stage) => {
    const by = await byAdmin(stage)
    return {
      ...by,
      body: { actions: [{ type: 'add_tag', tag: 'bells' }], selection: { filter: {} } },
      others: {
        actions: [{ type: 'add_tag', tag: 'horns' }],
        macroId: await makeMacro(stage.acme.tenant, by.who.actor),
        selection: { filter: { unread: 'yes' } },
      },
    }
  }),
]

const RULE = { trigger: 'time_passed', time: { since: 'created', hours: 1 } } as const

const automation: Creation[] = [
  creation(createRule, 'automation_rule', async (stage) => ({
    ...(await byAdmin(stage)),
    body: {
      name: 'Bells',
      ...RULE,
      conditions: { priorities: ['high'] },
      actions: [{ type: 'add_tag', tag: 'bells' }],
    },
    others: {
      name: 'Horns',
      trigger: 'rated',
      time: { since: 'created', hours: 2 },
      conditions: {},
      actions: [{ type: 'add_tag', tag: 'horns' }],
    },
  })),
  ofTicketField,
]

const byAgents: Creation[] = [
  creation(createTicket, 'ticket', async (stage) => {
    const { name, email, ...form } = FORM
    const { name: otherName, email: otherEmail, ...otherForm } = OTHER_FORM
    return {
      who: await stage.h.member(stage.acme, 'agent', 'Ann'),
      body: { ...form, category: 'bells', customerName: name, customerEmail: email },
      others: { ...otherForm, category: 'horns', customerName: otherName, customerEmail: otherEmail },
      rows: () => countTickets(stage),
    }
  }),
  creation(createMacro, 'macro', async ({ h, acme }) => ({
    who: await h.member(acme, 'admin', 'Ann'),
    body: { name: 'Bells', body: 'Ring', actions: [], isShared: false },
    others: { name: 'Horns', body: 'Blow', actions: [{ type: 'add_tag', tag: 'horn' }], isShared: true },
  })),
  creation(
    applyMacro,
    'message',
    async ({ h, acme, guest }) => {
      const who = await h.member(acme, 'agent', 'Ann')
      const macroId = await makeMacro(acme.tenant, who.actor)
      return {
        who,
        params: { ticketId: await submitForm(guest, acme.slug) },
        body: { macroId, body: 'ring ring', visibility: 'public', fileIds: [await uploadText(who, null)] },
        others: { body: 'other', original: 'other', visibility: 'note', fileIds: [], cc: ['copy@example.org'] },
        // A note has no copies.
        together: { cc: [] },
      }
    },
    // The macro may be deleted since.
    ['macroId'],
  ),
  creation(
    mergeTicket,
    'ticket_merge',
    async ({ h, acme, guest }) => ({
      who: await h.member(acme, 'agent', 'Ann'),
      params: { ticketId: await submitForm(guest, acme.slug) },
      body: { version: 1, targetId: await submitForm(guest, acme.slug) },
      others: { targetId: await submitForm(guest, acme.slug) },
    }),
    ['version'],
  ),
  creation(sendTicketMessage, 'message', async ({ h, acme, guest }) => {
    const who = await h.member(acme, 'agent', 'Ann')
    return {
      who,
      params: { ticketId: await submitForm(guest, acme.slug) },
      body: { body: 'ring ring', visibility: 'public', fileIds: [await uploadText(who, null)] },
      others: { body: 'other', original: 'other', visibility: 'note', fileIds: [], cc: ['copy@example.org'] },
      together: { cc: [] },
    }
  }),
]

const FAQ = { question: 'Does it ring?', answer: 'It does.' }
const OTHER_FAQ = {
  question: 'Is it silent?',
  answer: 'It is not.',
  phrasings: ['Ring?'],
  category: 'Technical',
  priority: 'high',
  language: 'de',
  isPublished: false,
}
const DOCUMENT = { name: 'Bells', type: 'Guide', category: 'General' }
const OTHER_DOCUMENT = { name: 'Horns', type: 'Manual', category: 'Technical Support' }

const ARTICLE = { title: 'A', summary: 'B', body: 'C', category: 'Basics', language: 'en' }
const OTHER_ARTICLE = {
  title: 'D',
  summary: 'E',
  body: 'F',
  category: 'Billing',
  language: 'de',
  translationOf: crypto.randomUUID(),
}
const knowledge: Creation[] = [
  creation(createArticle, 'article', async (s) => ({ ...(await byAdmin(s)), body: ARTICLE, others: OTHER_ARTICLE })),
  creation(createFaq, 'faq', async (stage) => ({ ...(await byAdmin(stage)), body: FAQ, others: OTHER_FAQ })),
  creation(createFaqFromQuestions, 'faq', async (stage) => {
    const { conversationId } = await startChat(stage.guest, stage.acme.slug)
    const questionGroupId = await makeQuestionGroup(stage.acme.tenant, conversationId)
    return { ...(await byAdmin(stage)), params: { questionGroupId }, body: FAQ, others: OTHER_FAQ }
  }),
  creation(addTextDocument, 'training_document', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { ...DOCUMENT, content: 'A bell rings.' },
    others: { ...OTHER_DOCUMENT, content: 'A bell is silent.' },
  })),
  creation(addPageDocument, 'training_document', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { ...DOCUMENT, url: 'http://127.0.0.1:9/bells' },
    others: { ...OTHER_DOCUMENT, url: 'http://127.0.0.1:9/other' },
  })),
  creation(importPage, 'knowledge_import', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { url: 'http://127.0.0.1:9/bells' },
    others: { url: 'http://127.0.0.1:9/other' },
  })),
]

/** One for every route that is declared idempotent. */
export const CREATIONS: readonly Creation[] = [
  ...byCustomers,
  ...byAgents,
  ...inTeam,
  ...aboutTicketList,
  ofWebhook,
  ...automation,
  ...CUSTOMER_CREATIONS,
  ...DATA_RUN_CREATIONS,
  ...knowledge,
  ...ANSWERING_CREATIONS,
]
