import type { AlertKind } from '#contracts/notification/alert.ts'
import type { AlertRow } from '#server/notification/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

type NewAlert = Pick<AlertRow, 'userId' | 'ticketId' | 'byId' | 'isListed' | 'isInTitle' | 'hasSound'> & {
  kind: AlertKind
}

/** From so many unread alerts of one kind within a minute on, a member gets one for all: a bulk change must not fill the list. */
const MANY = 5
const MANY_WITHIN_MS = 60_000

/**
 * Adds alerts in one statement, whoever and how many they are for; nobody waits for it. Rows are locked in the order of members and ids,
 * so that two transactions that alert the same members do not wait for each other in a circle.
 */
export const writeAlerts = (t: Tx, alerts: readonly NewAlert[]): void => {
  const column = <Key extends keyof NewAlert>(key: Key) => alerts.map((one) => one[key])
  t.write(
    t.sql(
      WRITE,
      [
        t.tenantId,
        column('userId'),
        column('kind'),
        column('ticketId'),
        column('byId'),
        column('isListed'),
        column('isInTitle'),
        column('hasSound'),
        t.now,
        new Date(t.now.getTime() - MANY_WITHIN_MS),
        MANY,
      ],
      'prepared',
    ),
  )
}

const WRITE = `
  WITH given AS (
    SELECT * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::boolean[], $7::boolean[], $8::boolean[])
      AS g (user_id, kind, ticket_id, by_id, is_listed, is_in_title, has_sound)
  ), receiving AS (
    SELECT DISTINCT user_id, kind FROM given
  ), recent AS (
    SELECT a.id, a.user_id, a.kind, a.ticket_id, a.count FROM receiving r JOIN alert a
      ON a.tenant_id = $1 AND a.user_id = r.user_id AND a.kind = r.kind AND a.read_at IS NULL
    WHERE a.at > $10
    ORDER BY a.user_id, a.id FOR UPDATE OF a
  ), many AS (
    SELECT user_id, kind FROM recent GROUP BY user_id, kind HAVING count(*) >= $11 OR bool_or(ticket_id IS NULL)
  ), joined AS (
    DELETE FROM alert a USING recent r JOIN many m ON m.user_id = r.user_id AND m.kind = r.kind
    WHERE a.tenant_id = $1 AND a.id = r.id AND r.ticket_id IS NOT NULL
    RETURNING a.user_id, a.kind, a.count
  ), new AS (
    SELECT g.user_id, g.kind, CASE WHEN m.user_id IS NULL THEN g.ticket_id END AS ticket_id, count(*)::integer AS count,
      (array_agg(g.by_id))[1] AS by_id, bool_or(g.is_listed) AS is_listed, bool_or(g.is_in_title) AS is_in_title,
      bool_or(g.has_sound) AS has_sound, bool_or(m.user_id IS NOT NULL) AS is_many
    FROM given g LEFT JOIN many m ON m.user_id = g.user_id AND m.kind = g.kind
    GROUP BY 1, 2, 3
  )
  INSERT INTO alert (tenant_id, id, user_id, kind, ticket_id, count, by_id, is_listed, is_in_title, has_sound, at)
  SELECT $1, gen_random_uuid(), n.user_id, n.kind, n.ticket_id, n.count
      + CASE WHEN n.is_many THEN coalesce((SELECT sum(j.count) FROM joined j WHERE j.user_id = n.user_id AND j.kind = n.kind), 0) ELSE 0 END,
    n.by_id, n.is_listed, n.is_in_title, n.has_sound, $9
  FROM new n ORDER BY n.user_id, n.kind, n.ticket_id
  ON CONFLICT (tenant_id, user_id, kind, coalesce(ticket_id, tenant_id)) WHERE read_at IS NULL DO UPDATE SET
    count = alert.count + excluded.count, at = excluded.at, by_id = excluded.by_id,
    is_listed = alert.is_listed OR excluded.is_listed, is_in_title = alert.is_in_title OR excluded.is_in_title,
    has_sound = excluded.has_sound`
