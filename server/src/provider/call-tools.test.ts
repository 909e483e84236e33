import type { ToolSet } from 'ai'
import { describe, expect, it } from 'vitest'
import { createCallTools } from './call-tools.ts'

type Run = (input: unknown, options: unknown) => Promise<unknown>

const setUp = () => {
  const ran: unknown[] = []
  const execute: Run = async (input) => {
    ran.push(input)
    return `result ${ran.length}`
  }
  const tools = createCallTools({ cancel: { execute } } as unknown as ToolSet)
  const runOf = (call: ReturnType<typeof tools.forCall>) => call.tools?.cancel?.execute as unknown as Run
  return { ran, tools, runOf }
}

describe('[H3] the tools of a message', () => {
  it('run once for one input, also when a second provider asks for the same', async () => {
    const { ran, tools, runOf } = setUp()
    const [one, other] = [runOf(tools.forCall()), runOf(tools.forCall())]
    expect([await one({ order: 1 }, {}), await other({ order: 1 }, {})]).toEqual(['result 1', 'result 1'])
    expect(await other({ order: 2 }, {})).toBe('result 2')
    expect(ran).toEqual([{ order: 1 }, { order: 2 }])
  })

  it('do not run for a provider that another one has overtaken', async () => {
    const { ran, tools, runOf } = setUp()
    const call = tools.forCall()
    call.onUse(() => false)
    await expect(runOf(call)({ order: 1 }, {})).rejects.toThrow('Another provider answers')
    expect(ran).toEqual([])
  })
})
