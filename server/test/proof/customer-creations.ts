import { createAttribute } from '#contracts/customer/attribute.ts'
import { addCustomerNote } from '#contracts/customer/customer.ts'
import { eraseCustomer } from '#contracts/customer/erasure.ts'
import { mergeCustomers } from '#contracts/customer/merge.ts'
import { createDataImport } from '#contracts/data-import/data-import.ts'
import { makeCustomer } from '#server/customer/fixture.ts'
import { byAdmin, type Creation, creation } from './creation.ts'

const NOTHING = { name: false, plan: false, attributes: [] }

/** The creations of customers' attributes, notes and merges, and of imports. */
export const CUSTOMER_CREATIONS: Creation[] = [
  creation(createAttribute, 'customer_attribute', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { name: 'Bells', type: 'choice', options: ['one', 'two'] },
    others: { name: 'Horns', type: 'text', options: ['three'] },
  })),
  creation(createDataImport, 'data_import', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { source: 'zendesk' },
    others: { source: 'csv' },
  })),
  creation(addCustomerNote, 'customer_note', async ({ h, acme }) => ({
    who: await h.member(acme, 'agent'),
    params: { customerId: (await makeCustomer(acme.tenant)).id },
    body: { body: 'rings twice' },
    others: { body: 'rings once' },
  })),
  creation(
    mergeCustomers,
    'customer_merge',
    async ({ h, acme }) => ({
      who: await h.member(acme, 'agent'),
      params: { customerId: (await makeCustomer(acme.tenant)).id },
      body: { version: 1, from: (await makeCustomer(acme.tenant)).id, fromVersion: 1, take: NOTHING },
      others: { from: (await makeCustomer(acme.tenant)).id, take: { ...NOTHING, plan: true } },
    }),
    ['version', 'fromVersion'],
  ),
  creation(
    eraseCustomer,
    'customer_erasure',
    async (stage) => {
      const { id, email } = await makeCustomer(stage.acme.tenant)
      return {
        ...(await byAdmin(stage)),
        params: { customerId: id },
        body: { version: 1, confirmation: email },
        others: {},
      }
    },
    ['version', 'confirmation'],
  ),
]
