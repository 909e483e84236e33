/** `npm run evals` prints all evaluations of the assistant as tables. Each file explains its figures. */
import './retrieval.ts'

await import('./help-search.ts')
await import('./escalation.ts')
await import('./grounding.ts')
await import('./twisted.ts')
await import('./fit-sentences.ts')
await import('./judges.ts')
await import('./fit-agent-types.ts')
await import('./routing.ts')
await import('./conversations.ts')
