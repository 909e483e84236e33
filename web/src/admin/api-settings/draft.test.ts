import { describe, expect, it } from 'vitest'
import type { ApiSettingsView, ProviderView } from '#contracts/provider/api-settings.ts'
import { budgetsOf, centsOf, changeOf, EMPTY, edited, faultsFrom, formOf, isMoved, unsavedOf } from './draft.ts'

const provider = (id: ProviderView['id'], more: Partial<ProviderView> = {}): ProviderView => ({
  id,
  hasKey: true,
  keyEnd: 'ab12',
  keyChangedAt: null,
  isUnreadable: false,
  status: 'ok',
  checkedAt: null,
  model: null,
  defaultModel: 'm',
  models: ['m'],
  baseUrl: null,
  customPrice: null,
  listPrice: { inputCents: 100, outputCents: 100 },
  isPriceEstimated: false,
  callsToday: 0,
  failedToday: 0,
  spentTodayMicroCents: 0,
  ...more,
})
const openai = provider('openai')
const custom = provider('custom', { baseUrl: 'https://a.example/v1' })
const view: ApiSettingsView = {
  providers: [openai, custom],
  order: ['openai', 'custom'],
  firstProvider: 'by_task',
  taskRules: [],
  responsePriority: 'fast',
  budgets: { guestDailyCents: 100, tenantDailyCents: null, cheaperFromPercent: 80 },
  spentTodayMicroCents: 0,
  updatedAt: null,
  updatedByName: null,
}

describe('the draft of the API settings', () => {
  it('lists a value as unsaved while it differs from the stored one', () => {
    const typed = edited(EMPTY, openai, { key: 'sk-1', model: 'x' })
    expect(unsavedOf(typed)).toEqual(['OpenAI key', 'OpenAI model'])
    expect(formOf(openai, typed.providers.openai)).toMatchObject({ key: 'sk-1', model: 'x', isRemoved: false })
    expect(edited(edited(typed, openai, { key: '' }), openai, { model: '' })).toEqual(EMPTY)
  })

  it('becomes a request with only the changed values', () => {
    const draft = edited(edited(EMPTY, openai, { key: ' sk-1 ' }), custom, {
      isRemoved: true,
      inputPrice: '1,5',
      outputPrice: '2',
    })
    expect(changeOf(view, { ...EMPTY, firstProvider: 'own_order' }).change).toEqual({
      providers: [],
      firstProvider: 'own_order',
    })
    expect(unsavedOf({ ...EMPTY, firstProvider: 'own_order' })).toEqual(['Who answers first'])
    expect(changeOf(view, { ...draft, guestDaily: '' })).toEqual({
      change: {
        providers: [
          { provider: 'openai', key: 'sk-1' },
          { provider: 'custom', key: null, customPrice: { inputCents: 150, outputCents: 200 } },
        ],
        budgets: { guestDailyCents: null, tenantDailyCents: null, cheaperFromPercent: 80 },
      },
      faults: {},
    })
  })

  it('gives an error at the field of an invalid value', () => {
    const half = edited(edited(EMPTY, openai, { inputPrice: '1' }), custom, { inputPrice: 'dear', outputPrice: '1' })
    const { faults } = changeOf(view, { ...half, tenantDaily: '-3', cheaperFrom: '0' })
    expect(Object.keys(faults).sort()).toEqual([
      'cheaperFrom',
      'custom.inputPrice',
      'openai.outputPrice',
      'tenantDaily',
    ])
    const change = { providers: [{ provider: 'custom' as const }] }
    expect(faultsFrom({ 'providers.0.baseUrl': 'no', order: 'odd' }, change)).toEqual({
      'custom.baseUrl': 'no',
      order: 'odd',
    })
  })

  it('converts amounts in dollars to cents exactly', () => {
    expect(['', ' ', '5', '2.50', '0,29', '0.0375'].map(centsOf)).toEqual([null, null, 500, 250, 29, 3.75])
    expect(['x', '1.2.3', '-1', '1e3', '$5'].map(centsOf)).toEqual(Array(5).fill(undefined))
    expect(budgetsOf(view, EMPTY)).toEqual({ tenantDaily: '', guestDaily: '1', cheaperFrom: '80' })
  })

  it('reports that a new host removes the stored key', () => {
    expect(isMoved(custom, formOf(custom, { baseUrl: 'https://a.example/v1/' }))).toBe(false)
    expect(isMoved(custom, formOf(custom, { baseUrl: 'https://b.example/v1' }))).toBe(true)
    expect(isMoved(provider('custom', { hasKey: false }), formOf(custom, { baseUrl: 'https://b.example' }))).toBe(false)
  })
})
