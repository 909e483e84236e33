import type { FastifyRequest } from 'fastify'
import * as contract from '#contracts/billing/billing.ts'
import type { Member } from '#server/platform/actor.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { type Acting, changePlan, finishPlanChange, listInvoices, openPaymentPortal } from './payments.ts'
import { readBilling, readNotices } from './reads.ts'

const actingOf = ({ actor, request }: { actor: Member; request: FastifyRequest }): Acting => ({
  actor,
  address: request.ip,
  requestId: request.id,
})

export const accountRoutes: Route[] = [
  memberRoute(contract.getBilling, (c) => readBilling(c.tenant, c.actor)),
  memberRoute(contract.listBillingNotices, (c) => readNotices(c.tenant, c.actor)),
  memberRoute(contract.listInvoices, (c) => listInvoices(c.tenant, c.actor)),
  memberRoute(contract.changePlan, (c) => changePlan(c.tenant, actingOf(c), c.body.plan, languageOf(c.request))),
  memberRoute(contract.finishPlanChange, (c) => finishPlanChange(c.tenant, c.actor, c.params.planChangeId)),
  memberRoute(contract.openPaymentPortal, (c) => openPaymentPortal(c.tenant, actingOf(c))),
]
