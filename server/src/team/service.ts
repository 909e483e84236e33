export { listMembersOfTeam } from './queries.ts'
export { getTeam } from './teams.ts'
