import type { PlantedFault } from './fault.ts'

const tests = ['server/src/customer-record/customer-record.test.ts']

const mergeTests = ['server/src/customer/merge/merge.test.ts']

const erasureTests = ['server/src/customer-record/erasure/erasure.test.ts']

const visitTests = ['server/src/customer/visit.test.ts']

const identityTests = ['server/src/customer/signed-identity/signed-identity.test.ts']

const blockTests = ['server/src/notification/blocked-customer.test.ts']

const exportTests = ['server/src/customer-record/export/export.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'an erased name stays in the texts that the activity stores for each language',
    file: 'server/migrations/0050_activity-language.sql',
    find: 'message = CASE WHEN strpos(lower(action), lower(word)) > 0 THEN NULL ELSE message END,',
    replace: '',
    tests: ['server/src/customer-record/erasure/erasure.test.ts'],
  },
  {
    breaks: 'the next visitor of a browser gets the session of the one who left',
    file: 'server/src/customer/guest-session.ts',
    find: 'given.isNew ? null : tokenOf(',
    replace: 'tokenOf(',
    tests: ['server/src/customer/guest-session.test.ts'],
  },
  {
    breaks: 'an identity token counts twice',
    file: 'server/src/customer/signed-identity/identify.ts',
    find: 'if (await useToken(t, signed)) await become',
    replace: 'if ((await useToken(t, signed)) || !isSame) await become',
    tests: identityTests,
  },
  {
    breaks: 'an identity token is valid for hours',
    file: 'server/src/customer/signed-identity/token.ts',
    find: '|| read.data.exp - read.data.iat > LONGEST_SECONDS',
    replace: '',
    tests: identityTests,
  },
  {
    breaks: "a visit is taken over by somebody else's identity token",
    file: 'server/src/customer/signed-identity/identify.ts',
    find: 'guest.accountId || (guest.identifiedAt && !isSame)',
    replace: 'guest.accountId',
    tests: identityTests,
  },
  {
    breaks: 'a widget secret that was replaced stays valid for good',
    file: 'server/src/tenant/widget-secret.ts',
    find: 'return until > now ? until : null',
    replace: 'return until',
    tests: identityTests,
  },
  {
    breaks: 'the widget offers help although proactive support is off',
    file: 'server/src/tenant/widget.ts',
    find: 'if (row.customerExperience.enableProactiveSupport === false) return []',
    replace: '',
    tests: ['server/src/tenant/widget.test.ts'],
  },
  {
    breaks: 'a path of the widget’s page rules is read as a regular expression',
    file: 'server/src/tenant/widget-pages.ts',
    find: "part.replace(/[\\\\^$.*+?()[\\]{}|/]/g, '\\\\$&')",
    replace: 'part',
    tests: ['server/src/tenant/widget-settings.test.ts'],
  },
  {
    breaks: 'a chat begins without the email that its business requires',
    file: 'server/src/assistant/answering/open-chat.ts',
    find: "asked.email === 'required' && !contact.email",
    replace: 'false',
    tests: ['server/src/tenant/widget-settings.test.ts'],
  },
  {
    breaks: 'other sites send forms to every route without a preflight request',
    file: 'server/src/platform/route/form-bodies.ts',
    find: '!request.routeOptions.config.endpoint?.takesForm',
    replace: 'false',
    tests: ['server/src/ticket/plain-form/plain-form.test.ts'],
  },
  {
    breaks: 'the form without a script that is sent twice becomes two tickets',
    file: 'server/src/ticket/plain-form/plain-form.ts',
    find: 'id: key as TicketId',
    replace: 'id: randomUUID() as TicketId',
    tests: ['server/src/ticket/plain-form/plain-form.test.ts'],
  },
  {
    breaks: 'a suspended business shows its widget',
    file: 'server/src/tenant/widget.ts',
    find: "if (portal?.status !== 'ACTIVE') return null",
    replace: 'if (!portal) return null',
    tests: ['server/src/tenant/widget.test.ts'],
  },
  {
    breaks: 'a reply is mailed to a blocked customer',
    file: 'server/src/notification/recipients.ts',
    find: 'email: requester?.isBlocked || requester?.wantsMail === false',
    replace: 'email: requester?.wantsMail === false',
    tests: blockTests,
  },
  {
    breaks: "every member takes a person's data out of the business",
    file: 'server/src/customer-record/export/export.ts',
    find: '  requireRole(actor, EXPORT_CUSTOMERS)\n',
    replace: '',
    tests: exportTests,
  },
  {
    breaks: 'the export of a customer ends after the first page of messages',
    file: 'server/src/customer-record/export/export.ts',
    find: 'while (page.length === PAGE)',
    replace: 'while (page.length > PAGE)',
    tests: exportTests,
  },
  {
    breaks: 'an exported file is damaged where two pieces of it meet',
    file: 'server/src/customer-record/export/export.ts',
    find: 'const whole = all.length - (all.length % 3)',
    replace: 'const whole = all.length',
    tests: exportTests,
  },
  {
    breaks: 'the query of the page that a visitor came from is stored, with what it has of secrets',
    file: 'server/src/customer/visit.ts',
    find: '`${origin.origin}${origin.pathname}`.slice(0, LONGEST_PAGE)',
    replace: 'origin.href.slice(0, LONGEST_PAGE)',
    tests: visitTests,
  },
  {
    breaks: 'a saved view by the source of the link counts the tickets of every source',
    file: 'server/src/ticket/conditions.ts',
    find: "    ...anyOf('t.utm_source', filter.utmSources, bind),\n",
    replace: '',
    tests: visitTests,
  },
  {
    breaks: 'an erased customer is still named by the activity',
    file: 'server/src/customer-record/erasure/erase-next.ts',
    find: "await t.sql('SELECT erase_activity($1, $2, $3, $4)', [erasure.id, [], [], inEnglish(m.erased_text)])",
    replace: '',
    tests: erasureTests,
  },
  {
    breaks: 'what an erased customer wrote is still found by its words',
    file: 'server/src/customer-record/erasure/blank.ts',
    find: "CASE WHEN kind IN ('text', 'greeting', 'fallback') THEN $3 ELSE body END",
    replace: "CASE WHEN kind IN ('greeting', 'fallback') THEN $3 ELSE body END",
    tests: erasureTests,
  },
  {
    breaks: 'a customer that was merged is merged again, and what was merged into it is lost from view',
    file: 'server/src/customer/merge/merge.ts',
    find: 'if (root.id !== id) throw',
    replace: 'if (root.id === id && version < 0) throw',
    tests: mergeTests,
  },
  {
    breaks: 'an undo of a merge of a merged customer leaves its addresses with the other one',
    file: 'server/src/customer/merge/undo.ts',
    find: 'if (theirs.length > 0) await setMergedInto(t, theirs, id)',
    replace: 'if (theirs.length > 99) await setMergedInto(t, theirs, id)',
    tests: mergeTests,
  },
  {
    breaks: 'an undo overwrites what a member changed since the merge',
    file: 'server/src/customer/merge/undo.ts',
    find: 'isDeepStrictEqual(now[key], after[key]) ? before[key] : now[key]',
    replace: 'before[key]',
    tests: mergeTests,
  },
  {
    breaks: 'a merge lets who claimed an address act as the customer who proved it',
    file: 'server/src/customer/merge/merge.ts',
    find: 'await setMergedInto(t, ids, customer.id)',
    replace:
      "await setMergedInto(t, ids, customer.id)\n  await t.sql('UPDATE conversation SET customer_id = $1 WHERE customer_id = ANY ($2)', [customer.id, ids])",
    tests: mergeTests,
  },
  {
    breaks: 'a blocked customer writes again from another browser under the same address',
    file: 'server/src/customer/commands.ts',
    find: 'if (isBlocked && claimedBy) throw',
    replace: 'if (isBlocked && !claimedBy) throw',
    tests,
  },
  {
    breaks: 'of two members who change a customer at once, one overwrites the other unseen',
    file: 'server/src/customer/profile.ts',
    find: 'if (row.version !== version) {',
    replace: 'if (row.version < version) {',
    tests,
  },
  {
    breaks: 'customers with the same value in the sorted column are left out between two pages',
    file: 'server/src/customer-record/list.ts',
    find: 'c.id ${order} LIMIT',
    replace: 'c.id LIMIT',
    tests,
  },
  {
    breaks: 'an attribute takes a value that is none of its options',
    file: 'contracts/custom-field.ts',
    find: 'return z.string().refine((given) => options.includes(given))',
    replace: 'return z.string()',
    tests,
  },
]
