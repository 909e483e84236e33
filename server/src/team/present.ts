import type { InvitationProblem, InvitationView } from '#contracts/team/invitation.ts'
import type { InvitationRow } from './schema.ts'

export const presentInvitation = (row: InvitationRow, invitedBy: string, now: Date): InvitationView => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= now,
})

/** Why a link can no longer be used; null for one that can. */
export function problemOf(row: InvitationRow, now: Date): InvitationProblem | null {
  if (row.acceptedAt) return 'used'
  if (row.withdrawnAt) return 'withdrawn'
  return row.expiresAt <= now ? 'expired' : null
}
