import { describe, expect, test } from 'vitest'
import type { AccountOption } from '../platforms/connector-kit/provider.ts'
import { definitionOf } from '../platforms/index.ts'
import { readSelection } from './storedSelections.ts'

const page = { id: '7', name: 'Fox', pictureUrl: 'https://a.test/1.jpg', businessManagerId: '8' }
const photoAccount = { ...page, id: '9' }

/** Processes of the previous release read and write these texts. */
const storedSelections = {
  social:
    '{"adAccountId":"1","adAccountName":"A","currencyCode":"EUR","timeZone":"Europe/Berlin","minDailyBudget":"100",' +
    `"page":${JSON.stringify(page)},"photoAccount":${JSON.stringify(photoAccount)},"picturesAt":5}`,
  search:
    '{"accountId":"1","accountName":"A","currencyCode":"EUR","timeZone":"Europe/Berlin","managerId":"2"}',
  pro: '{"accountId":"1","accountName":"A","currencyCode":"EUR","organizationId":"3","role":"VIEWER"}',
}

const account = { accountId: '1', accountName: 'A', currencyCode: 'EUR', timeZone: 'Europe/Berlin' }
const selections = {
  social: { ...account, minDailyBudget: '100', page, photoAccount, picturesAt: 5 },
  search: { ...account, managerId: '2' },
  pro: { ...account, timeZone: 'UTC', organizationId: '3', role: 'VIEWER' },
}

/** The fields that the discovery of each platform keeps of an account. */
const kept = {
  social: {
    adAccountId: '1',
    adAccountName: 'A',
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
    minDailyBudget: '100',
    businessId: '8',
  },
  search: { ...account, managerId: '2' },
  pro: { accountId: '1', accountName: 'A', currencyCode: 'EUR', organizationId: '3', role: 'VIEWER' },
}

describe.each(['social', 'search', 'pro'] as const)('the selection of a %s connection', (platform) => {
  test('is read from the fields that the previous release stores', () => {
    expect(readSelection({ platform, selection: storedSelections[platform] })).toEqual(selections[platform])
  })

  test('is stored in the fields that the previous release reads', () => {
    const option: AccountOption = {
      id: '1',
      name: 'A',
      detail: '',
      notes: [],
      group: '',
      unusable: '',
      kept: kept[platform],
    }
    const pageOption = { ...page, businessManagerId: '', unusable: '' as const, token: 'x', photoAccount }
    const { includesPage, fromOptions } = definitionOf(platform).selection
    const stored = fromOptions({
      account: option,
      page: includesPage ? pageOption : undefined,
      withPhotoAccount: true,
      chosenAt: 5,
    })
    expect(JSON.stringify(stored)).toBe(storedSelections[platform])
  })
})
