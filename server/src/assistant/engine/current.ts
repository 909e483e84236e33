import type { Engine } from '#server/assistant/types.ts'
import { processState } from '#server/platform/process-state.ts'
import { modelEngine } from './model.ts'

/** The engine that writes this process's answers. */
export const assistantEngine = processState('assistant engine', (): Engine => modelEngine)
