export { getTeam } from './teams.ts'
