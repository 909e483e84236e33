import { Client } from 'pg'
import { expect, it } from 'vitest'
import { copyDatabase } from '#test/database.ts'
import { assertRowSecurity } from './migrate.ts'

it('a role that bypasses row-level security or owns the tables is refused; the serving role is not', async () => {
  const database = await copyDatabase()
  try {
    await expect(assertRowSecurity(database.ownerUrl)).rejects.toThrow('passes Row-Level Security')
    await expect(assertRowSecurity(database.appUrl)).resolves.toBeUndefined()
    const owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('ALTER TABLE ticket OWNER TO segue_app')
    await owner.end()
    await expect(assertRowSecurity(database.appUrl)).rejects.toThrow('owns the tables')
  } finally {
    await database.drop()
  }
})
