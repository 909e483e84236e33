import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a guest reads the conversation of another guest',
    file: 'server/src/conversation/policy.ts',
    find: "actor.kind === 'guest' ? row.guestId === actor.guestId || isOfCustomer(actor, row) : true",
    replace: 'true',
    tests: ['server/test/isolation.proof.test.ts'],
  },
  {
    breaks: 'the assistant answers although a person owns the conversation',
    file: 'server/src/conversation/policy.ts',
    find: "row.state === 'ai'",
    replace: "row.state !== 'closed'",
    tests: ['server/src/assistant/answering/answer.test.ts'],
  },
  {
    breaks: 'guests see notes',
    file: 'server/src/conversation/policy.ts',
    find: "(actor: Actor): boolean => actor.kind === 'member'",
    replace: "(actor: Actor): boolean => actor.kind !== 'assistant'",
    tests: ['server/src/ticket/status.test.ts'],
  },
  {
    breaks: 'a note is published to the customer’s stream',
    file: 'server/src/conversation/live-events.ts',
    find: "conversation: message.visibility === 'public' ? row.id : null",
    replace: 'conversation: row.id',
    tests: ['server/test/isolation.proof.test.ts'],
  },
  {
    breaks: 'the customer sees the confidence of an answer',
    file: 'server/src/conversation/present.ts',
    find: '  confidence: null,\n',
    replace: '',
    tests: ['server/src/assistant/engine/model.test.ts'],
  },
  {
    breaks: 'a member’s message leaves the assistant answering',
    file: 'server/src/conversation/commands.ts',
    find: "return { state: 'human', ...NO_OFFER }",
    replace: 'return { ...NO_OFFER }',
    tests: ['server/src/ticket/events.test.ts'],
  },
  {
    breaks: 'a message id with another text is taken for the same message',
    file: 'server/src/conversation/commands.ts',
    find: '    existing.body === given.body &&\n',
    replace: '',
    tests: ['server/test/creations.proof.test.ts'],
  },
  {
    breaks: 'a stream replays nothing after a lost connection',
    file: 'server/src/conversation/stream.ts',
    find: 'message.changedSeq <= row.seq',
    replace: 'message.changedSeq < 0',
    tests: ['server/src/assistant/answering/streaming.test.ts'],
  },
  {
    breaks: 'any answer of the team can be rated',
    file: 'server/src/conversation/rate-answer.ts',
    find: " || message.author !== 'assistant') throw notFound('answer')",
    replace: ") throw notFound('answer')",
    tests: ['server/src/assistant/escalation/unhelpful-answer.test.ts'],
  },
  {
    breaks: 'unsent uploads are kept for two days',
    file: 'server/src/conversation/jobs.ts',
    find: '24 * 3_600_000',
    replace: '48 * 3_600_000',
    tests: ['server/src/conversation/files.test.ts'],
  },
]
