import { describe, expect, it } from 'vitest'
import { soldPlan } from '#web/front/addresses.ts'
import { CallError } from '#web/lib/call.ts'
import { withRetry } from './retry.ts'
import { MissingAfterSignUp, signUpErrorText } from './sign-up-error.ts'
import { type AccountValues, type Asked, faultOf } from './use-account-form.ts'

const offline = () => new CallError('offline', 'No connection')

describe('a sign-up without a connection', () => {
  /** A clock that only counts, and a call that fails `failures` times. */
  const attempt = async (failures: number, error: () => Error = offline) => {
    const pauses: number[] = []
    let calls = 0
    let waits = 0
    const call = async () => {
      calls += 1
      if (calls <= failures) throw error()
      return 'made'
    }
    const result = await withRetry(
      call,
      () => {
        waits += 1
      },
      async (ms) => void pauses.push(ms),
    ).catch((thrown: unknown) => thrown)
    return { result, calls, pauses, waits }
  }

  it('[N7] is tried three times, 2 s and then 3 s apart, and each wait is shown', async () => {
    expect(await attempt(2)).toEqual({ result: 'made', calls: 3, pauses: [2000, 3000], waits: 2 })
    expect(await attempt(3)).toEqual({ result: expect.any(CallError), calls: 3, pauses: [2000, 3000], waits: 2 })
  })

  it('[N7] is not tried again for another failure', async () => {
    const refused = () => new CallError('conflict', 'in use')
    expect(await attempt(1, refused)).toEqual({ result: expect.any(CallError), calls: 1, pauses: [], waits: 0 })
  })
})

describe('the text of a refused sign-up', () => {
  const textOf = (error: unknown, isOnline = true) =>
    signUpErrorText(error, (message) => message || 'Signup failed. Please try again.', isOnline)
  const refused = (more: Partial<CallError>) => new CallError('conflict', 'The server’s own words.', more)

  it.each([
    [
      'no connection',
      offline(),
      'Network connection issue detected. Please check your internet connection and try again. If the problem persists, try disabling browser extensions temporarily.',
    ],
    [
      'an email address in use',
      refused({ reason: 'email_in_use' }),
      'This email address is already in use. Please use a different email or try logging in.',
    ],
    [
      'a weak password',
      refused({ fields: { password: 'Use at least 6 characters.' } }),
      'Password is too weak. Please use at least 6 characters.',
    ],
    ['an email address of another form', refused({ fields: { email: 'wrong' } }), 'Invalid email address format.'],
    ['a gift token', refused({ reason: 'gift_token_invalid' }), 'Invalid gift token: Invalid or expired gift token.'],
    ['another refusal', refused({}), 'The server’s own words.'],
    ['an internal failure', new CallError('internal', 'stack'), 'Signup failed. Please try again.'],
    ['a missing account', new MissingAfterSignUp('User document creation failed'), 'User document creation failed'],
  ])('[N7] is the one for %s', (_, error, expected) => {
    expect(textOf(error)).toBe(expected)
  })

  it('[N7] names the connection when the device itself is offline', () => {
    expect(textOf(offline(), false)).toBe(
      'Connection issue detected. Please check your internet connection and try again.',
    )
  })
})

describe('the first fault of a sign-up form', () => {
  const filled: AccountValues = {
    name: 'Ada',
    email: 'ada@lantern.example',
    password: 'violet harbour',
    confirm: 'violet harbour',
    businessName: 'Lantern',
    website: '',
  }
  const asked: Asked = {
    required: ['email', 'password', 'confirm'],
    hasConfirm: true,
    shortPassword: () => 'Password must be at least 6 characters long',
  }
  it.each<[Partial<AccountValues>, string, string]>([
    [{ email: ' ' }, 'email', 'Please fill in all fields'],
    [{ email: 'ada@lantern' }, 'email', 'Invalid email address format.'],
    [{ confirm: 'violet' }, 'confirm', 'Passwords do not match'],
    [{ password: 'short', confirm: 'short' }, 'password', 'Password must be at least 6 characters long'],
    [{ website: 'lantern.example' }, 'website', 'Enter the whole address, like https://example.com.'],
  ])('[N1] of %j is at its field', (given, field, text) => {
    expect(faultOf({ ...filled, ...given }, asked)).toEqual({ field, text })
  })

  it('[N1] is null for a form that may be sent', () => {
    expect(faultOf(filled, asked)).toBeNull()
  })
})

describe('the plan of an address', () => {
  it('[X2] is monthly for an unknown name', () => {
    expect(['lifetime', 'monthly', 'gold', ''].map(soldPlan)).toEqual(['lifetime', 'monthly', 'monthly', 'monthly'])
  })
})
