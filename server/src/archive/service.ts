export { moveIn } from './move-in.ts'
export { type Report, takeOut } from './take-out.ts'
