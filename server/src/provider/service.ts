export type { AskPart, Attempt, Complexity, ModelRequest } from './ask.ts'
export { AnswerCut, NoModel } from './ask.ts'
export { askModel } from './chain.ts'
