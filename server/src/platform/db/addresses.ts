import type { Config } from '#server/platform/config.ts'

/** Name of the serving role in the embedded database, and in the operator's database where Segue may create it. */
export const SERVING_ROLE = 'segue_app'

/** Where the database is reached, and as whom. */
export type DatabaseAddresses = {
  /** As the owner: migrations, backups. Always PostgreSQL itself. */
  ownerUrl: string
  /** As the serving role: all that a transaction holds. A pooler's where there is one. */
  appUrl: string
  /** As the serving role on PostgreSQL itself: what needs a session (LISTEN, locks held over several transactions). */
  directAppUrl: string
  /** As the serving role on a replica; null without one. */
  readUrl: string | null
  /** Between this process and PostgreSQL is a pooler that gives a connection for one transaction. */
  isPooled: boolean
}

type Given = Pick<Config, 'databaseAppUrl' | 'databaseDirectUrl' | 'databaseReadUrl'>

/** `databaseUrl`: the operator's, else the built-in database's. `password`: the serving role's, where Segue made the role. */
export function databaseAddresses(
  { databaseAppUrl, databaseDirectUrl, databaseReadUrl }: Given,
  databaseUrl: string,
  password: string,
): DatabaseAddresses {
  const ownerUrl = databaseDirectUrl ?? databaseUrl
  const appUrl = databaseAppUrl ?? asRole(databaseUrl, SERVING_ROLE, password)
  const role = new URL(appUrl)
  return {
    ownerUrl,
    appUrl,
    directAppUrl: databaseDirectUrl ? asRole(databaseDirectUrl, role.username, role.password) : appUrl,
    readUrl: databaseReadUrl && asRole(databaseReadUrl, role.username, role.password),
    isPooled: databaseDirectUrl !== null,
  }
}

/** The address with another role, whose name and password are given as an address writes them. */
export function asRole(url: string, name: string, password: string): string {
  const address = new URL(url)
  address.username = name
  address.password = password
  return address.href
}
