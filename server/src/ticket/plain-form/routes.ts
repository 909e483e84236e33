import { getPlainForm, sendPlainForm } from '#contracts/ticket/plain-form.ts'
import { guestRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { answerWithForm, showPlainForm, submitPlainForm } from './plain-form.ts'

export const plainFormRoutes: Route[] = [
  publicRoute(getPlainForm, (c) => showPlainForm(c, c.params.slug)),
  guestRoute(sendPlainForm, (c) => submitPlainForm(c, c, c.body)),
].map((route) => ({ ...route, answerError: answerWithForm }))
