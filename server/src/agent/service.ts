export type { ChosenAgent } from './agents.ts'
