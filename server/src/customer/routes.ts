import { changeAttribute, createAttribute, deleteAttribute, listAttributes } from '#contracts/customer/attribute.ts'
import { addCustomerNote, changeCustomer, deleteCustomerNote, setCustomerBlock } from '#contracts/customer/customer.ts'
import { enterPortal, requestCustomerCode, signInWithCustomerCode } from '#contracts/customer/customer-account.ts'
import { changeCustomerSettings, getCustomerSettings } from '#contracts/customer/customer-settings.ts'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { identifyGuest } from '#contracts/customer/signed-identity.ts'
import { setCookies } from '#server/identity/service.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { changeSettings, readSettings } from './account/settings.ts'
import * as accounts from './account/sign-in.ts'
import * as attributes from './attributes.ts'
import * as sessions from './guest-session.ts'
import { mergeRoutes } from './merge/routes.ts'
import * as notes from './notes.ts'
import * as profile from './profile.ts'
import { identify } from './signed-identity/identify.ts'

const deskRoutes: Route[] = [
  memberRoute(changeCustomer, (c) => profile.changeCustomer(c.tenant, c.actor, c.params.customerId, c.body)),
  memberRoute(setCustomerBlock, (c) => profile.setBlock(c.tenant, c.actor, c.params.customerId, c.body.isBlocked)),
  memberRoute(addCustomerNote, (c) => notes.addNote(c.tenant, c.actor, c.params.customerId, c.body)),
  memberRoute(deleteCustomerNote, async (c) => {
    await notes.deleteNote(c.tenant, c.actor, c.params.customerId, c.params.customerNoteId)
    return { deleted: true } as const
  }),
  memberRoute(listAttributes, (c) => attributes.listAttributes(c.tenant, c.actor)),
  memberRoute(createAttribute, (c) => attributes.createAttribute(c.tenant, c.actor, c.body)),
  memberRoute(changeAttribute, (c) =>
    attributes.changeAttribute(c.tenant, c.actor, c.params.customerAttributeId, c.body),
  ),
  memberRoute(deleteAttribute, async (c) => {
    await attributes.deleteAttribute(c.tenant, c.actor, c.params.customerAttributeId)
    return { deleted: true } as const
  }),
]

export const customerRoutes: Route[] = [
  ...deskRoutes,
  ...mergeRoutes,
  publicRoute(startGuestSession, (c) =>
    sessions.startGuestSession(c.platform, c.request, c.reply, { ...c.params, ...c.body }),
  ),
  guestRoute(requestCustomerCode, async (c) => {
    await accounts.requestCode(c.tenant, c.body.email, languageOf(c.request))
    return { sent: true } as const
  }),
  guestRoute(signInWithCustomerCode, async (c) => {
    setCookies(c.reply, (await accounts.signInWithCode(c.tenant, c.request, c.actor, c.body)).cookies)
    return { signedIn: true } as const
  }),
  guestRoute(identifyGuest, (c) => identify(c.tenant, c.actor, c.body.identityToken)),
  guestRoute(getCustomerSettings, async (c) => ({ settings: await readSettings(c.tenant, c.actor, c) })),
  guestRoute(changeCustomerSettings, (c) => changeSettings(c.tenant, c.actor, c.body, c)),
  guestRoute(enterPortal, async (c) => {
    await accounts.enter(c.tenant, c.request, c.actor)
    return { entered: true } as const
  }),
]
