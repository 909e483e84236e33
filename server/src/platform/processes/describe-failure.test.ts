import { expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { ProcessesEndedError } from './supervisor.ts'

const atStart = { isStopping: false, isDebugging: false }
const atStop = { isStopping: true, isDebugging: false }

it('the text for the terminal tells a failure of the stop from one of the start', () => {
  const error = new Error('the disk is gone')
  expect(describeFailure(error, atStart)).toMatch(/^Segue could not start: the disk is gone\n/)
  expect(describeFailure(error, atStop)).toMatch(/^Segue could not stop in order: the disk is gone\n/)
  expect(describeFailure('no error', atStop)).toBe('Segue could not stop in order: no error')
})

it('the text for the terminal is the sentence of an error that explains itself, and has the stack of others for debugging', () => {
  expect(describeFailure(new ProcessesEndedError('The process web 2 ended.'), atStart)).toBe('The process web 2 ended.')
  const text = describeFailure(new Error('no'), { isStopping: false, isDebugging: true })
  expect(text).toContain('describe-failure.test.ts')
})
