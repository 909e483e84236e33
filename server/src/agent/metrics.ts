import type { AgentMetrics, AgentsFigure, AgentsView } from '#contracts/agent/agent.ts'
import type { Work } from './queries.ts'

/** Default values, shown with the label Default until there are measured ones. */
const DEFAULTS = { interactions: 247, resolutionRate: 0.89, satisfaction: 0.92, responseMs: 100 }
const TOP_RATING = 5

const NOTHING: Omit<Work, 'agentId'> = {
  handledToday: 0,
  conversations: 0,
  judged: 0,
  resolved: 0,
  answers: 0,
  latencyMs: 0,
  ratings: 0,
  ratingSum: 0,
  lastActiveAt: null,
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** The metrics of one agent, over its own conversations. */
export function agentMetrics(work: Work | undefined): AgentMetrics {
  const { handledToday, conversations, judged, resolved, answers, latencyMs, ratings, ratingSum, lastActiveAt } =
    work ?? NOTHING
  const responseMs = share(latencyMs, answers)
  return {
    handledToday,
    conversations,
    resolutionRate: share(resolved, judged),
    avgRating: share(ratingSum, ratings),
    responseMs: responseMs === null ? null : Math.round(responseMs),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  }
}

const figure = (measured: number | null, fallback: number): AgentsFigure =>
  measured === null ? { value: fallback, isDefault: true } : { value: measured, isDefault: false }

/** The metrics of all agents together; a conversation with two agents counts for each. */
export function fleetFigures(active: number, works: readonly Work[]): AgentsView['figures'] {
  const sum = (key: Exclude<keyof Work, 'agentId' | 'lastActiveAt'>) =>
    works.reduce((total, work) => total + work[key], 0)
  const rating = share(sum('ratingSum'), sum('ratings'))
  const conversations = sum('conversations')
  return {
    active,
    interactions: figure(conversations > 0 ? conversations : null, DEFAULTS.interactions),
    handledToday: sum('handledToday'),
    resolutionRate: figure(share(sum('resolved'), sum('judged')), DEFAULTS.resolutionRate),
    satisfaction: figure(rating === null ? null : rating / TOP_RATING, DEFAULTS.satisfaction),
    responseMs: figure(share(sum('latencyMs'), sum('answers')), DEFAULTS.responseMs),
  }
}
