import { z } from 'zod'

/** `pending`: not proved yet. `failed`: it was proved or awaited, and its records are wrong now. */
export const DomainState = z.enum(['pending', 'verified', 'failed'])
export type DomainState = z.output<typeof DomainState>

/** Why a domain is not verified. `taken`: another business proved it first. */
export const DomainProblem = z.enum(['no_record', 'wrong_record', 'unknown_domain', 'no_answer', 'taken'])
export type DomainProblem = z.output<typeof DomainProblem>
