import { describe, expect, it } from 'vitest'
import type { SessionView } from '#contracts/identity/session.ts'
import { CallError } from '#web/lib/call.ts'
import { intendedPath, pageAfterSignIn, sameOriginPath } from './destination.ts'
import { signInErrorText } from './sign-in-error.ts'

describe('[X4] the text of a refused sign-in', () => {
  it.each([
    [new CallError('unauthenticated', ''), 'Invalid email or password. Please check your credentials.'],
    [new CallError('unauthenticated', '', { reason: 'user_not_found' }), 'No account found with this email address.'],
    [new CallError('rate_limited', ''), 'Too many failed attempts. Please try again later.'],
    [
      new CallError('forbidden', '', { reason: 'user_disabled' }),
      'This account has been disabled. Please contact support.',
    ],
    [new CallError('internal', ''), 'Login failed. Please try again.'],
    [new Error('anything'), 'Login failed. Please try again.'],
    [
      new CallError('unavailable', ''),
      'Network issue loading your profile. Please check your connection and try again.',
    ],
    [
      new CallError('forbidden', '', { reason: 'no_profile' }),
      'Account setup incomplete. Please contact support with your email address for assistance.',
    ],
    [
      new CallError('forbidden', '', { reason: 'wrong_portal' }),
      'This account is not authorized for business login. Please use customer login.',
    ],
  ])('%s', (error, text) => expect(signInErrorText(error)).toBe(text))
})

describe('the page after a sign-in', () => {
  const session = (role: 'customer' | 'business-admin') =>
    ({ user: { role }, tenant: { slug: 'harbor coffee' } }) as unknown as SessionView

  it('is on this site only', () => {
    for (const foreign of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/a/..//evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '',
      null,
    ]) {
      expect(sameOriginPath(foreign), String(foreign)).toBeNull()
    }
    expect(sameOriginPath('/admin?section=tickets#a')).toBe('/admin?section=tickets#a')
  })

  it('is the requested one, from next or from the address', () => {
    expect(intendedPath({ pathname: '/signin', search: '?next=%2Fadmin%3Fsection%3Dtickets' })).toBe(
      '/admin?section=tickets',
    )
    expect(intendedPath({ pathname: '/admin', search: '?section=billing' })).toBe('/admin?section=billing')
    expect(intendedPath({ pathname: '/', search: '' })).toBeNull()
  })

  it('is the desk or the requested page for members, the portal for customers', () => {
    expect(pageAfterSignIn(session('business-admin'), null)).toBe('/admin')
    expect(pageAfterSignIn(session('business-admin'), '/admin?section=tickets')).toBe('/admin?section=tickets')
    expect(pageAfterSignIn(session('customer'), '/admin')).toBe('/customer?tenant=harbor%20coffee')
    expect(pageAfterSignIn(session('customer'), '/support?tenant=x')).toBe('/support?tenant=x')
    expect(pageAfterSignIn(session('customer'), '/verify-email')).toBe('/verify-email')
    const nowhere = { ...session('customer'), tenant: null, lastPortal: 'cycle works' }
    expect(pageAfterSignIn(nowhere, null)).toBe('/customer?tenant=cycle%20works')
    expect(pageAfterSignIn({ ...nowhere, lastPortal: null }, null)).toBe('/customer')
  })
})
