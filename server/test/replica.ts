import { copyDatabase } from './database.ts'
import { queryAsOwner } from './owner-query.ts'

/** Another database of the same server in place of a replica: how far it has replayed the primary is what the test says. */
export type ReplicaStandIn = {
  /** For DATABASE_READ_URL. */
  url: string
  name: string
  /** Stays where the primary is now; `next` goes on with it. */
  pause(): Promise<void>
  /** Far behind. */
  fallBack(): Promise<void>
  goOn(): Promise<void>
  /** Cuts all connections and refuses new ones. */
  refuse(): Promise<void>
  accept(): Promise<void>
  /** Makes the statements fail that read articles. */
  breakArticles(): Promise<void>
  drop(): Promise<void>
}

/** Found before PostgreSQL's own functions, by the order in which the address has schemas searched. */
const FUNCTIONS = `
  CREATE TABLE replayed (position pg_lsn);
  INSERT INTO replayed VALUES (NULL);
  GRANT SELECT ON replayed TO PUBLIC;
  CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true';
  CREATE FUNCTION public.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql
    AS 'SELECT coalesce(position, pg_catalog.pg_current_wal_insert_lsn()) FROM public.replayed'`

export async function replicaStandIn(): Promise<ReplicaStandIn> {
  const { ownerUrl, appUrl, drop } = await copyDatabase()
  const name = new URL(ownerUrl).pathname.slice(1)
  const url = new URL(appUrl)
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const inside = (text: string) => queryAsOwner(ownerUrl, text)
  const elsewhere = new URL('/postgres', ownerUrl).href
  const allow = (is: boolean) => queryAsOwner(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${is}`)
  await inside(FUNCTIONS)
  const replayedTo = async (position: string) => {
    await inside(`UPDATE replayed SET position = ${position}`)
  }
  return {
    url: url.href,
    name,
    pause: () => replayedTo('pg_current_wal_insert_lsn()'),
    fallBack: () => replayedTo(`'0/1'`),
    goOn: () => replayedTo('NULL'),
    refuse: async () => {
      await allow(false)
      await queryAsOwner(elsewhere, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    },
    accept: async () => void (await allow(true)),
    breakArticles: async () => {
      await inside('ALTER TABLE article RENAME TO article_elsewhere')
    },
    drop,
  }
}
