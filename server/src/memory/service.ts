/* The public interface of the memory of guests and customers. */
export { beginVisit, rememberEscalation, rememberExchange } from './commands.ts'
export { memoryOwnerOf } from './queries.ts'
export { readCustomerMemory, recall, recallForAnswer } from './reads.ts'
export { isRecurring, type RecalledMemory } from './recall.ts'
