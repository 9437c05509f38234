// Every operation returns amounts of money with the decimals of their currency.

import { declarationOf, type OperationName, operationNames, platforms } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pollTwice } from '../../testing/freshRound.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { useService } from '../../testing/service.ts'

const service = useService({ environment: { MIRROR: 'on' } })

/** Fields that contain an amount, and fields that contain an average cost. */
const amount = /^(dailyBudget|lifetimeBudget|spend|conversionsValue)$/
const average = /^(cpc|cpm|cpmPrevious|cost_per_conversion|costPerConversion)$/

const declareMoney = operationNames.filter((name) => {
  const fields = JSON.stringify(z.toJSONSchema(declarationOf(name).results)).matchAll(
    /"(\w+)":\{"type":"string"/g,
  )
  return [...fields].some(([, field = '']) => amount.test(field))
})

interface Shown {
  readonly field: string
  readonly value: string
  readonly currencyCode: string
}

/** Returns every amount in a response with its `currencyCode`, by default the currency of the account. */
function moneyIn(value: unknown, currencyCode: string): Shown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => moneyIn(entry, currencyCode))
  if (typeof value !== 'object' || value === null) return []
  const own = 'currencyCode' in value ? String(value.currencyCode) : currencyCode
  return Object.entries(value).flatMap(([field, fieldValue]) =>
    (amount.test(field) || average.test(field)) && typeof fieldValue === 'string' && fieldValue !== ''
      ? [{ field, value: fieldValue, currencyCode: own }]
      : moneyIn(fieldValue, own),
  )
}

const decimalsOf: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3 }

interface Account {
  readonly userId: string
  readonly currencies: Readonly<Record<string, string>>
  readonly campaignIds: Readonly<Record<string, readonly string[]>>
}

const accounts: Account[] = []

beforeAll(async () => {
  const yuki = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  await linkExistingUser(service, yuki, { platform: 'SEARCH', person: 'yuki', accountId: '5570001001' })
  await linkExistingUser(service, yuki, { platform: 'PROFESSIONAL', person: 'yuki', accountId: '517300214' })
  const users = [
    {
      userId: await newUserOnAllPlatforms(service),
      currencies: { social: 'EUR', search: 'EUR', pro: 'USD' },
    },
    { userId: yuki, currencies: { social: 'JPY', search: 'JPY', pro: 'JPY' } },
    // The sandbox has no account in dinars, so the test changes the stored currency of these connections.
    { userId: await inDinars(), currencies: { social: 'KWD', search: 'KWD', pro: 'KWD' } },
  ]
  for (const { userId, currencies } of users) {
    const campaignIds: Record<string, string[]> = {}
    for (const platform of platforms) {
      const { results } = await service.call(`${platform}/get_campaigns`, { userId })
      campaignIds[platform] = results.campaigns.slice(0, 5).map(({ id }) => id)
    }
    accounts.push({ userId, currencies, campaignIds })
  }
  await pollTwice(service.app.mirrorReader)
})

async function inDinars(): Promise<string> {
  const userId = await newUserOnAllPlatforms(service)
  const { db } = service.app.store
  const rows = await db.selectFrom('connections').selectAll().where('user_id', '=', userId).execute()
  for (const { id, selection } of rows)
    await db
      .updateTable('connections')
      .set({ selection: selection.replace(/("currencyCode":")\w+/, '$1KWD') })
      .where('id', '=', id)
      .execute()
  return userId
}

test.each(declareMoney)('%s returns amounts with the decimals of their currency', async (operation) => {
  const shown: Shown[] = []
  for (const { userId, currencies, campaignIds } of accounts) {
    const [group = ''] = operation.split('/')
    for (const campaignId of takes(operation, 'campaignId') ? (campaignIds[group] ?? []) : ['']) {
      const { status, text } = await service.post(operation, bodyOf(operation, userId, campaignId))
      expect(status, text).toBe(200)
      shown.push(...moneyIn(JSON.parse(text), currencies[group] ?? ''))
    }
  }
  expect(shown).not.toEqual([])
  const wrong = shown.filter(({ field, value, currencyCode }) => {
    const decimals = /^-?\d+(?:\.(\d+))?$/.exec(value)?.[1]?.length ?? 0
    const minDecimals = decimalsOf[currencyCode] ?? Number.NaN
    return average.test(field) ? !(decimals >= Math.max(2, minDecimals)) : decimals !== minDecimals
  })
  expect(wrong).toEqual([])
})

const takes = (operation: OperationName, field: string) => field in declarationOf(operation).input.shape

function bodyOf(operation: OperationName, userId: string, campaignId: string): object {
  const own = {
    userId,
    userIds: [userId],
    campaignId,
    currencySymbol: '',
    clientCostAdjustment: { percentage: 0 },
  }
  const days =
    operation === 'report/get_report' ? { startDate: '2025-12-01', endDate: '2025-12-31', level: 'AD' } : {}
  return { ...days, ...Object.fromEntries(Object.entries(own).filter(([field]) => takes(operation, field))) }
}
