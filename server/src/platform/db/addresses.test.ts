import { expect, test } from 'vitest'
import { databaseAddresses } from './addresses.ts'

const POOLER = 'postgres://owner:secret@pooler:6432/segue'
const DIRECT = 'postgres://owner:secret@db:5432/segue'
const REPLICA = 'postgres://anybody@replica:5432/segue'
const WITH_SSL = `${DIRECT}?sslmode=require`

test('Without a direct address everything uses the database’s own address', () => {
  const addresses = databaseAddresses(
    { databaseAppUrl: null, databaseDirectUrl: null, databaseReadUrl: null },
    DIRECT,
    'derived',
  )
  expect(addresses).toEqual({
    ownerUrl: DIRECT,
    appUrl: 'postgres://segue_app:derived@db:5432/segue',
    directAppUrl: 'postgres://segue_app:derived@db:5432/segue',
    readUrl: null,
    isPooled: false,
  })
})

test('With a direct address the owner and the sessions of the serving role go past the pooler', () => {
  const addresses = databaseAddresses(
    { databaseAppUrl: null, databaseDirectUrl: WITH_SSL, databaseReadUrl: null },
    POOLER,
    'derived',
  )
  expect(addresses).toEqual({
    ownerUrl: WITH_SSL,
    appUrl: 'postgres://segue_app:derived@pooler:6432/segue',
    directAppUrl: 'postgres://segue_app:derived@db:5432/segue?sslmode=require',
    readUrl: null,
    isPooled: true,
  })
})

test('A serving role of the operator’s keeps its name and password on the direct address and on the replica', () => {
  const databaseAppUrl = 'postgres://segue%2Dweb:p%40ss@pooler:6432/segue'
  const { appUrl, directAppUrl, readUrl } = databaseAddresses(
    { databaseAppUrl, databaseDirectUrl: DIRECT, databaseReadUrl: REPLICA },
    POOLER,
    'derived',
  )
  expect(appUrl).toBe(databaseAppUrl)
  expect(directAppUrl).toBe('postgres://segue%2Dweb:p%40ss@db:5432/segue')
  expect(readUrl).toBe('postgres://segue%2Dweb:p%40ss@replica:5432/segue')
})
