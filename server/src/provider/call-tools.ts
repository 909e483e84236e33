import type { Tool, ToolSet } from 'ai'

type Execute = (input: unknown, options: unknown) => Promise<unknown>

/** The tools of one call. */
export type CallTools = {
  tools: ToolSet | undefined
  /** Sets what decides, before a tool runs, whether this call may use it. */
  onUse(mayUse: () => boolean): void
}

/**
 * Tools for the calls of one message, several of which may run at the same time. A tool with the same input runs once, whoever asks
 * for it: a second provider must not carry out an action again.
 */
export function createCallTools(tools: ToolSet | undefined): { forCall(): CallTools } {
  const results = new Map<string, Promise<unknown>>()
  const once = (name: string, execute: Execute, input: unknown, options: unknown): Promise<unknown> => {
    const key = `${name} ${JSON.stringify(input)}`
    const known = results.get(key)
    if (known) return known
    const result = execute(input, options)
    results.set(key, result)
    return result
  }
  return {
    forCall: () => {
      let mayUse = () => true
      const bound = (name: string, given: Tool): Tool => {
        const execute = given.execute as Execute | undefined
        if (!execute) return given
        const guarded: Execute = async (input, options) => {
          if (!mayUse()) throw new Error('Another provider answers')
          return once(name, execute, input, options)
        }
        return { ...given, execute: guarded } as Tool
      }
      return {
        tools: tools && Object.fromEntries(Object.entries(tools).map(([name, one]) => [name, bound(name, one)])),
        onUse: (asked) => {
          mayUse = asked
        },
      }
    },
  }
}
