import { mailTranscript as mailTranscriptContract } from '#contracts/conversation/transcript.ts'
import * as alerts from '#contracts/notification/alert.ts'
import * as customerPush from '#contracts/notification/customer-push.ts'
import * as server from '#contracts/notification/mail-server.ts'
import * as outbox from '#contracts/notification/outbox.ts'
import * as phone from '#contracts/notification/phone.ts'
import * as preferences from '#contracts/notification/preferences.ts'
import * as support from '#contracts/notification/support-email.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { guestRoute, memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { listAlerts, readAlert, readAllAlerts, readSummary, readTicketAlerts } from './alerts/alerts.ts'
import { sendChannelTest } from './channel-test.ts'
import { showLetter } from './letter-page.ts'
import { previewLetter, sendLetterTest } from './letters.ts'
import { deleteMailServer, readMailServer, saveMailServer, testMailServer } from './mail-server/settings.ts'
import { blockAddress, listBlockedAddresses, listOutbox, retryMail, unblockAddress } from './outbox-list.ts'
import { confirmPhone, removePhone, sendPhoneCode } from './phone.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { addCustomerPushDevice, addPushDevice, removePushDevice } from './push-devices.ts'
import { pushKeyOf } from './short-messages/vapid.ts'
import { confirmSupportEmail, sendSupportEmailCode } from './support-email.ts'
import { mailTranscript } from './transcript.ts'
import { unsubscribe } from './unsubscribe.ts'

export const notificationRoutes: Route[] = [
  guestRoute(customerPush.getCustomerPushKey, async (c) => ({ pushKey: pushKeyOf(c.platform).publicKey })),
  guestRoute(customerPush.subscribeCustomerPush, async (c) => {
    await addCustomerPushDevice(c.tenant, c.actor, c.body, c.request)
    return { isSubscribed: true } as const
  }),
  memberRoute(alerts.listAlerts, (c) => listAlerts(c.tenant, c.actor, c.query.cursor)),
  memberRoute(alerts.getAlertSummary, (c) => readSummary(c.tenant, c.actor)),
  memberRoute(alerts.readAlert, (c) => readAlert(c.tenant, c.actor, c.params.alertId)),
  memberRoute(alerts.readAllAlerts, (c) => readAllAlerts(c.tenant, c.actor, c.body.until)),
  memberRoute(alerts.readTicketAlerts, (c) => readTicketAlerts(c.tenant, c.actor, c.params.ticketId)),
  memberRoute(preferences.getPreferences, (c) => readPreferences(c.tenant, c.actor)),
  memberRoute(preferences.savePreferences, (c) => savePreferences(c.tenant, c.actor, c.body)),
  memberRoute(phone.sendPhoneCode, (c) => sendPhoneCode(c.tenant, c.actor, c.body.phone)),
  memberRoute(phone.confirmPhone, (c) => confirmPhone(c.tenant, c.actor, c.body.code)),
  memberRoute(phone.removePhone, (c) => removePhone(c.tenant, c.actor)),
  memberRoute(support.sendSupportEmailCode, (c) => sendSupportEmailCode(c.tenant, c.actor)),
  memberRoute(support.confirmSupportEmail, (c) => confirmSupportEmail(c.tenant, c.actor, c.body.code)),
  memberRoute(preferences.subscribePush, (c) => addPushDevice(c.tenant, c.actor, c.body, c.request)),
  memberRoute(preferences.unsubscribePush, (c) => removePushDevice(c.tenant, c.actor, c.params.pushSubscriptionId)),
  memberRoute(preferences.sendChannelTest, (c) => sendChannelTest(c.tenant, c.actor, c.body.channel)),
  publicRoute(preferences.unsubscribe, (c) => unsubscribe(c.platform, c.query.link).then(() => undefined)),
  guestRoute(mailTranscriptContract, (c) =>
    mailTranscript(c.tenant, c.actor, c.params.conversationId, languageOf(c.request)),
  ),
  memberRoute(server.getMailServer, (c) => readMailServer(c.tenant, c.actor)),
  memberRoute(server.saveMailServer, (c) => saveMailServer(c.tenant, c.actor, c.body)),
  memberRoute(server.deleteMailServer, (c) => deleteMailServer(c.tenant, c.actor)),
  memberRoute(server.testMailServer, (c) => testMailServer(c.tenant, c.actor)),
  memberRoute(outbox.listOutbox, (c) => listOutbox(c.tenant, c.actor, c.query, languageOf(c.request))),
  memberRoute(outbox.retryMail, (c) => retryMail(c.tenant, c.actor, c.params.mailId)),
  memberRoute(outbox.listBlockedAddresses, (c) => listBlockedAddresses(c.tenant, c.actor)),
  memberRoute(outbox.blockAddress, (c) => blockAddress(c.tenant, c.actor, c.body.address)),
  memberRoute(outbox.unblockAddress, (c) => unblockAddress(c.tenant, c.actor, c.query.address)),
  memberRoute(outbox.previewLetter, (c) => previewLetter(c.tenant, c.actor, c.query.kind, c.query.language)),
  memberRoute(outbox.showLetter, (c) => showLetter(c.tenant, c.actor, c.query, c.reply)),
  memberRoute(outbox.sendLetterTest, (c) => sendLetterTest(c.tenant, c.actor, c.body.kind, c.body.language)),
]
