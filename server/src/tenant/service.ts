export { actionColumns, activityTexts, listTicketActivity, recordActivity } from './activity.ts'
export { addMember, createTenant, createTenantIn, lockTenant, type NewTenant } from './commands.ts'
export { reportFlood } from './flood-notice.ts'
export {
  atClock,
  type BusinessCalendar,
  businessCalendar,
  dayIn,
  hourIn,
  openingAt,
  startOfDay,
  startOfDayIn,
  timezoneForDatabase,
} from './hours.ts'
export { changeMember, endMembership } from './members.ts'
export { businessOf, sendPlainPage, sendPortalProblem } from './plain-page.ts'
export { helpUrlOf, type PortalHost, portalUrlOf } from './portal-address/portal-url.ts'
export { accentStyle, brandOf, iconOf, type PortalPage, portalShell } from './portal-frame.ts'
export {
  findPortal,
  getActivePortal,
  invalidatePortal,
  portalHostOf,
  portalSlugOf,
  servedHost,
} from './portal-lookup.ts'
export { starterQuestionsIn, welcomeIn } from './portal-texts.ts'
export { presentMember } from './present.ts'
export { findMemberByEmail, findMemberRow as findMember, listMemberRows as listMembersIn } from './queries.ts'
export { getMember, getTenant, listMembers, readTenant, readTenantOnce } from './reads.ts'
export { setUpTenant } from './set-up.ts'
export { chooseSlug, type SlugVariant } from './slug.ts'
export { confirmedSupportEmail, confirmSupportEmailIn } from './support-email.ts'
export { setTenantStatus } from './suspension.ts'
export { topicsOf } from './topics.ts'
export { preChatOf } from './widget-defaults.ts'
export { createWidgetSecret, widgetSecretsOf } from './widget-secret.ts'
