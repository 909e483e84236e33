/** `npm run evals`: everything the assistant is judged by, as tables, one after the other. What a figure means stands in the file that prints it. */
import './retrieval.ts'

await import('./escalation.ts')
await import('./fit-escalation.ts')
await import('./grounding.ts')
