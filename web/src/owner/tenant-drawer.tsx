import { Drawer, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanId } from '#contracts/billing/plan.ts'
import type { TenantId } from '#contracts/ids.ts'
import { startSupportAccess } from '#contracts/owner/support-access.ts'
import {
  getTenantDetail,
  grantTenantPlan,
  listAllPlans,
  setTenantStatus,
  type TenantDetail,
} from '#contracts/owner/tenant.ts'
import * as m from '#i18n/messages.js'
import { roleLabel } from '#web/admin/team/labels.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate, formatNumber, formatRelative } from '#web/lib/format.ts'
import { planName } from '#web/lib/plan-name.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { runAct } from './act.ts'
import { ActForm } from './act-form.tsx'
import { oneDecimal, percent, reasonLabel, tenantHealth } from './labels.ts'
import styles from './panel.module.css'

const TenantData = lazyPart(async () => (await import('./data/tenant-data.tsx')).TenantData, {
  waiting: () => <LoadingRows label={m.common_loading()} rows={2} />,
})

type Props = { isOpen: boolean; id: TenantId | null; onClose: () => void }

/** A business: its figures and team, its plan, suspension, and its desk as support. */
export function TenantDrawer({ isOpen, id, onClose }: Props) {
  const query = useQuery({
    queryKey: ['owner', 'tenant', id],
    queryFn: () => call(getTenantDetail, { params: { tenantId: id as TenantId } }),
    enabled: id !== null,
  })
  const tenant = query.data
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={520}
      title={tenant?.name ?? m.common_loading()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {query.error && !tenant && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!tenant && query.isPending && <LoadingRows label={m.common_loading()} rows={5} />}
      {tenant && (
        <div className={styles.stack}>
          <Figures tenant={tenant} />
          <Team tenant={tenant} />
          <Plan key={`plan ${tenant.id}`} tenant={tenant} />
          <Support key={`support ${tenant.id}`} tenant={tenant} />
          <Suspension key={`status ${tenant.id}`} tenant={tenant} />
          <TenantData key={`data ${tenant.id}`} tenant={tenant} />
        </div>
      )}
    </Drawer>
  )
}

function Figures({ tenant }: { tenant: TenantDetail }) {
  const { label, tone } = tenantHealth(tenant.health)
  const shown: [string, string][] = [
    [
      m.owner_tickets(),
      m.owner_tickets_open({ all: formatNumber(tenant.tickets), open: formatNumber(tenant.openTickets) }),
    ],
    [m.owner_chats(), formatNumber(tenant.chats)],
    [m.owner_ai_share(), tenant.aiShare === null ? m.owner_no_chats() : percent(tenant.aiShare)],
    [m.owner_satisfaction(), tenant.satisfaction === null ? m.owner_no_ratings() : oneDecimal(tenant.satisfaction)],
    [m.owner_last_activity(), tenant.lastActivityAt ? formatRelative(tenant.lastActivityAt) : m.common_none()],
    [m.owner_created(), formatDate(tenant.createdAt)],
  ]
  return (
    <>
      <p>
        <Badge tone={tone}>{label}</Badge>{' '}
        <span className={styles.sub}>{tenant.healthReasons.map(reasonLabel).join(' · ')}</span>
      </p>
      <dl className={styles.figures}>
        {shown.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sub}>
        <a href={tenant.supportUrl}>{tenant.supportUrl}</a>
      </p>
    </>
  )
}

function Team({ tenant: { memberList } }: { tenant: TenantDetail }) {
  return (
    <section className={styles.form} aria-label={m.owner_members()}>
      <h3>{m.owner_members()}</h3>
      {memberList.length === 0 && <p className={styles.sub}>{m.owner_no_members()}</p>}
      <ul className={styles.list}>
        {memberList.map((one) => (
          <li key={one.id} className={styles.names}>
            <span>
              {one.name} · {roleLabel(one.role)}
            </span>
            <span className={styles.sub}>
              {one.email} ·{' '}
              {one.lastSignInAt
                ? m.owner_last_sign_in({ date: formatDate(one.lastSignInAt) })
                : m.owner_never_signed_in()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

function Plan({ tenant }: { tenant: TenantDetail }) {
  const [planId, setPlanId] = useState<PlanId>(tenant.plan?.id ?? 'monthly')
  const [limits, setLimits] = useState({
    tickets: tenant.limits.tickets?.toString() ?? '',
    seats: tenant.limits.seats?.toString() ?? '',
    ai: tenant.limits.aiInteractions?.toString() ?? '',
  })
  const plans = useQuery({ queryKey: ['owner', 'plans'], queryFn: () => call(listAllPlans) }).data?.items ?? []
  const field = (key: keyof typeof limits, label: string, planLimit: number | undefined) => (
    <TextInput
      type="number"
      min={0}
      label={label}
      placeholder={planLimit === undefined ? '' : m.owner_limit_of_plan({ count: formatNumber(planLimit) })}
      value={limits[key]}
      onChange={(event) => setLimits({ ...limits, [key]: event.currentTarget.value })}
    />
  )
  const of = plans.find(({ id }) => id === planId)?.limits
  const give = (reason: string) =>
    runAct(
      () =>
        call(grantTenantPlan, {
          params: { tenantId: tenant.id },
          body: {
            planId,
            reason,
            ticketLimit: numberOrNull(limits.tickets),
            seatLimit: numberOrNull(limits.seats),
            aiLimit: numberOrNull(limits.ai),
          },
        }),
      { done: m.owner_plan_given() },
    )
  return (
    <ActForm title={m.owner_plan_title()} text={m.owner_plan_text()} submit={m.owner_plan_give()} onSubmit={give}>
      <Select
        label={m.owner_plan()}
        allowDeselect={false}
        data={plans.map((plan) => ({ value: plan.id, label: planName(plan) }))}
        value={planId}
        onChange={(value) => setPlanId((value ?? planId) as PlanId)}
      />
      {field('tickets', m.owner_limit_tickets(), of?.tickets)}
      {field('seats', m.owner_limit_seats(), of?.seats)}
      {field('ai', m.owner_limit_ai(), of?.aiInteractions)}
    </ActForm>
  )
}

function Support({ tenant }: { tenant: TenantDetail }) {
  const open = async (reason: string) => {
    const access = await runAct(() => call(startSupportAccess, { params: { tenantId: tenant.id }, body: { reason } }))
    if (access) location.assign('/admin')
    return access
  }
  return (
    <ActForm
      title={m.owner_support_title()}
      text={m.owner_support_text()}
      submit={m.owner_support_open()}
      onSubmit={open}
    />
  )
}

function Suspension({ tenant }: { tenant: TenantDetail }) {
  const isActive = tenant.status === 'ACTIVE'
  const set = (reason: string) =>
    runAct(
      () =>
        call(setTenantStatus, {
          params: { tenantId: tenant.id },
          body: { status: isActive ? 'SUSPENDED' : 'ACTIVE', reason },
        }),
      { done: isActive ? m.owner_suspended() : m.owner_reactivated() },
    )
  return (
    <ActForm
      title={isActive ? m.owner_suspend_title() : m.owner_reactivate_title()}
      text={isActive ? m.owner_suspend_text() : m.owner_reactivate_text()}
      submit={isActive ? m.owner_suspend() : m.owner_reactivate()}
      isDanger={isActive}
      onSubmit={set}
    />
  )
}
