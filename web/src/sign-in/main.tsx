import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followPageLocale } from '#web/lib/locale.ts'
import '#web/lib/theme.ts'
import { Invite } from './invite.tsx'
import { SignIn } from './sign-in.tsx'

followPageLocale()
/** The token in the address of an invitation. */
const invitation = /^\/invite\/([^/]+)\/?$/.exec(location.pathname)?.[1]
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>{invitation ? <Invite token={decodeURIComponent(invitation)} /> : <SignIn />}</StrictMode>,
  )
}
