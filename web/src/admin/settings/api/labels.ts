import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { DeliveryFault, DeliveryState } from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'

export const scopeLabels: Record<ApiScope, () => string> = {
  'tickets:read': m.api_scope_tickets_read,
  'tickets:write': m.api_scope_tickets_write,
  'tickets:send': m.api_scope_tickets_send,
  'customers:read': m.api_scope_customers_read,
  'customers:write': m.api_scope_customers_write,
  'knowledge:read': m.api_scope_knowledge_read,
  'knowledge:write': m.api_scope_knowledge_write,
  'analytics:read': m.api_scope_analytics_read,
  'team:read': m.api_scope_team_read,
  'webhooks:manage': m.api_scope_webhooks_manage,
}

export const SCOPES = Object.keys(scopeLabels) as ApiScope[]

export const deliveryStateLabels: Record<DeliveryState, () => string> = {
  pending: m.api_delivery_pending,
  delivered: m.api_delivery_delivered,
  failed: m.api_delivery_failed,
}

export const DELIVERY_STATES = Object.keys(deliveryStateLabels) as DeliveryState[]

export const deliveryFaultLabels: Record<DeliveryFault, () => string> = {
  status: m.api_fault_status,
  timeout: m.api_fault_timeout,
  redirect: m.api_fault_redirect,
  refused_address: m.api_fault_refused_address,
  dns: m.api_fault_dns,
  network: m.api_fault_network,
  too_large: m.api_fault_too_large,
  switched_off: m.api_fault_switched_off,
  plan: m.api_fault_plan,
}
