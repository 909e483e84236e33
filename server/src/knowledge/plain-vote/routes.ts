import { getPlainVote, sendPlainVote } from '#contracts/knowledge/plain-vote.ts'
import { guestRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { answerWithVotePage, showVotePage, voteFromPage } from './plain-vote.ts'

export const plainVoteRoutes: Route[] = [
  publicRoute(getPlainVote, (c) => showVotePage(c, c.params)),
  guestRoute(sendPlainVote, (c) => voteFromPage(c, c, c.params.articleSlug, c.body)),
].map((route) => ({ ...route, answerError: answerWithVotePage }))
