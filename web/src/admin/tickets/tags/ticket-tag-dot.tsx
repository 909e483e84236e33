import { useTagColours } from './tag-colours.ts'
import { TagDot } from './tag-dot.tsx'

/** The colour of a tag of the open ticket. */
export const TicketTagDot = ({ tag }: { tag: string }) => <TagDot colour={useTagColours().get(tag)} />
