import { Client } from 'pg'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Removes the demo businesses with everything in them, and the accounts that belong to no other business. Runs as the owner of the
 * tables, since what happened in a business cannot be deleted by the server.
 */
export async function removeDemo(platform: Platform, ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-demo' })
  await client.connect()
  try {
    await client.query('BEGIN')
    const { rows: files } = await client.query<{ key: string }>(
      'SELECT f.storage_key AS key FROM file f JOIN tenant t ON t.id = f.tenant_id WHERE t.is_demo',
    )
    await client.query(`
      DELETE FROM auth."user" u WHERE u.platform_role IS NULL
        AND EXISTS (SELECT FROM member m JOIN tenant t ON t.id = m.tenant_id WHERE m.user_id = u.id AND t.is_demo)
        AND NOT EXISTS (SELECT FROM member m JOIN tenant t ON t.id = m.tenant_id WHERE m.user_id = u.id AND NOT t.is_demo)`)
    await client.query('DELETE FROM tenant WHERE is_demo')
    await client.query('COMMIT')
    for (const { key } of files) await platform.files.remove(key)
  } finally {
    await client.end()
  }
}
