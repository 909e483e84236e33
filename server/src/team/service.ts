export { listTeamRows } from './queries.ts'
export { getTeam } from './teams.ts'
