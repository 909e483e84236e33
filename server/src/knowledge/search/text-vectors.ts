import type { Encodable, Encoded } from '#server/knowledge/retrieval/protocol.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { searchOf } from './search-knowledge.ts'

/**
 * The encoder's vectors of English texts: of a customer's question, and of texts that are compared with it and encoded the first time they
 * are asked for. Null where there is none as yet: nothing waits for the encoder to load.
 */
export const encodeTexts = ({ platform }: Tenant, asked: Encodable): Promise<Encoded> =>
  searchOf(platform).retrieval.encode(asked)
