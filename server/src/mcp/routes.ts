import { callMcp } from '#contracts/mcp/mcp.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { answerMcp } from './answer.ts'

export const mcpRoutes: Route[] = [memberRoute(callMcp, (c) => answerMcp(c))]
