// Tests of campaigns and campaign groups.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { noon } from '../../../testing/sandbox.ts'
import { hourMs } from '../../core/durations.ts'

const { sandbox, json, patch, create } = usePro()

const campaigns = '/rest/adAccounts/512345678/adCampaigns'
const groups = '/rest/adAccounts/512345678/adCampaignGroups'
const dollars = (amount: string) => ({ amount, currencyCode: 'USD' })
const budget = (amount: string, currencyCode = 'USD') => ({
  patch: { $set: { dailyBudget: { amount, currencyCode } } },
})

test.each(['00640118001', '%2B640118001'])(
  'the key %s names the same campaign group as 640118001, because Rest.li parses keys as numbers',
  async (key) => {
    const { status, body } = await json(`${groups}/${key}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 640118001 })
  },
)

test('a campaign search filters by group and status, and returns money as decimal text', async () => {
  const group = 'urn%3Ali%3AsponsoredCampaignGroup%3A640118012'
  const { body } = await json(
    `${campaigns}?q=search&search=(campaignGroup:(values:List(${group})),status:(values:List(ACTIVE,PAUSED)))&pageSize=100`,
  )
  expect(body.elements.map(({ name, servingStatuses }) => [name, servingStatuses])).toEqual([
    ['Seedlings are in', ['RUNNABLE']],
    ['Planting workshops', ['RUNNABLE']],
    ['Bonsai evening', ['CAMPAIGN_AUDIENCE_COUNT_HOLD']],
    ['Opening weekend', ['CAMPAIGN_START_DATE_HOLD']],
  ])
  expect(body.elements[0]).toMatchObject({
    account: 'urn:li:sponsoredAccount:512345678',
    campaignGroup: 'urn:li:sponsoredCampaignGroup:640118012',
    dailyBudget: { amount: '62.73', currencyCode: 'USD' },
    type: 'SPONSORED_UPDATES',
    runSchedule: { start: expect.any(Number), end: expect.any(Number) },
  })
  expect(body.elements[0]).not.toHaveProperty('holds')
  const statuses = await json(`${campaigns}?q=search&fields=status`)
  expect(new Set(statuses.body.elements.map(({ status }) => status))).toEqual(
    new Set(['ACTIVE', 'PAUSED', 'DRAFT', 'COMPLETED', 'ARCHIVED', 'CANCELED']),
  )
})

test('the serving statuses of a campaign follow its group and the clock', async () => {
  const serving = async (id: number) => {
    const { body } = await json(`${campaigns}?ids=List(${id})&fields=servingStatuses`)
    return body.results[id]
  }
  expect(await serving(361084793)).toEqual({ servingStatuses: ['CAMPAIGN_GROUP_STATUS_HOLD'] })
  await patch(`${groups}/640118023`, { patch: { $set: { status: 'ACTIVE' } } })
  expect(await serving(361084793)).toEqual({ servingStatuses: ['RUNNABLE'] })
  sandbox.clock.advance(6 * 24 * hourMs)
  expect(await serving(361084782)).toEqual({ servingStatuses: ['RUNNABLE'] })
  sandbox.clock.advance(3 * 24 * hourMs)
  expect(await serving(361084782)).toEqual({ servingStatuses: ['CAMPAIGN_END_DATE_HOLD'] })
})

test('a partial update of a daily budget returns 204 and is recorded with its values before and after', async () => {
  const { status, body } = await patch(`${campaigns}/361084726`, budget('75.00'))
  expect(status).toBe(204)
  expect(body).toEqual({})
  const { body: read } = await json(
    `${campaigns}/361084726?fields=dailyBudget,version,changeAuditStamps:(lastModified)`,
  )
  expect(read).toMatchObject({
    dailyBudget: dollars('75.00'),
    version: { versionTag: '9' },
    changeAuditStamps: { lastModified: { time: noon } },
  })
  expect(sandbox.requests.effects()).toMatchObject([
    {
      kind: 'adCampaign.updated',
      id: '361084726',
      call: 'adCampaigns.update',
      detail: { set: { dailyBudget: dollars('75.00') }, before: { dailyBudget: dollars('60.00') } },
    },
  ])
})

test('a nested patch changes one field of a record, and a patch can delete a field', async () => {
  const change = { patch: { dailyBudget: { $set: { amount: '61.00' } }, $set: { name: 'Bulk plants' } } }
  expect((await patch(`${campaigns}/361084726`, change)).status).toBe(204)
  expect((await json(`${campaigns}/361084726?fields=name,dailyBudget`)).body).toEqual({
    name: 'Bulk plants',
    dailyBudget: dollars('61.00'),
  })
  expect((await patch(`${campaigns}/361084737`, { patch: { $delete: ['totalBudget'] } })).status).toBe(204)
  expect((await json(`${campaigns}/361084737?fields=dailyBudget,totalBudget`)).body).toEqual({
    dailyBudget: dollars('35.00'),
  })
})

test('an invalid budget is refused with the code of its rule and leaves the campaign unchanged', async () => {
  const refused = async (id: number, change: unknown) => {
    const { status, body } = await patch(`${campaigns}/${id}`, change)
    const error = body.errorDetails?.inputErrors[0] ?? body.errorDetails?.conditionalInputErrors[0]
    return [status, body.code, error?.input.inputPath.fieldPath]
  }
  for (const [id, change, code, path] of [
    [361084726, budget('2.00'), 'FIELD_VALUE_TOO_LOW', '/dailyBudget/amount'],
    [361084726, budget('999999999.00'), 'FIELD_VALUE_TOO_HIGH', '/dailyBudget/amount'],
    [361084726, budget('75.00', 'EUR'), 'CURRENCY_MISMATCH', '/dailyBudget/currencyCode'],
    [361084726, budget('75.005'), 'FIELD_INVALID', '/dailyBudget/amount'],
    [361084737, budget('9500.00'), 'CONDITIONAL_VALUE_TOO_LOW', '/totalBudget/amount'],
    [361084759, budget('6500.00'), 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET', '/dailyBudget/amount'],
    [361084837, budget('75.00'), 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS', '/status'],
  ] as const)
    expect(await refused(id, change)).toEqual([400, code, path])
  const several = await patch(`${campaigns}/361084726`, {
    patch: { $set: { dailyBudget: dollars('2.00'), totalBudget: { amount: '50.00', currencyCode: 'EUR' } } },
  })
  expect(several.body.code).toBe('MULTIPLE_VALIDATIONS_FAILED')
  expect(several.body.errorDetails.inputErrors.map(({ code }) => code)).toEqual([
    'FIELD_VALUE_TOO_LOW',
    'CURRENCY_MISMATCH',
  ])
  expect(sandbox.requests.effects()).toEqual([])
  expect((await json(`${campaigns}/361084726?fields=dailyBudget`)).body).toEqual({
    dailyBudget: dollars('60.00'),
  })
})

test('a budget below the minimum is refused with the minimum in LinkedIn’s error format', async () => {
  const { body } = await patch(`${campaigns}/361084726`, budget('2.00'))
  expect(body).toEqual({
    status: 400,
    code: 'FIELD_VALUE_TOO_LOW',
    message: "dailyBudget value 2.00 can't be lower than 10.00",
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: {
      inputErrors: [
        {
          code: 'FIELD_VALUE_TOO_LOW',
          description: "dailyBudget value 2.00 can't be lower than 10.00",
          input: {
            inputPath: { fieldPath: '/dailyBudget/amount' },
            inputValue: { value: '2.00' },
            min: '10.00',
          },
        },
      ],
      conditionalInputErrors: [],
    },
  })
})

test('budgets in yen have no decimals', async () => {
  const yen = '/rest/adAccounts/517300214/adCampaigns/517300214'
  const person = { person: 'yuki' }
  expect((await json(`${yen}?fields=dailyBudget`, person)).body).toEqual({
    dailyBudget: { amount: '12000', currencyCode: 'JPY' },
  })
  expect((await patch(yen, budget('15000', 'JPY'), person)).status).toBe(204)
  expect((await patch(yen, budget('15000.50', 'JPY'), person)).body.code).toBe('FIELD_INVALID')
  expect((await patch(yen, budget('100', 'JPY'), person)).body.code).toBe('FIELD_VALUE_TOO_LOW')
})

test('a campaign accepts only valid status transitions', async () => {
  const status = async (id: number, wanted: string) => {
    const { status, body } = await patch(`${campaigns}/${id}`, { patch: { $set: { status: wanted } } })
    return status === 204 ? 204 : (body.code ?? body.message)
  }
  expect(await status(361084726, 'PAUSED')).toBe(204)
  expect(await status(361084726, 'ACTIVE')).toBe(204)
  expect(await status(361084726, 'DRAFT')).toBe('STATUS_CHANGE_NOT_ALLOWED')
  expect(await status(361084804, 'PENDING_DELETION')).toBe(204)
  expect(await status(361084804, 'ACTIVE')).toBe('ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS')
  expect(await status(361084737, 'SLEEPING')).toBe('ERROR :: /status :: "SLEEPING" is not an enum symbol\n')
  expect(await status(361084737, 'CANCELLED')).toBe(204)
  expect((await json(`${campaigns}/361084737?fields=status`)).body).toEqual({ status: 'CANCELED' })
})

test('a patch that violates the schema is refused with the path of the violation and changes nothing', async () => {
  const problem = async (change: unknown) => {
    const { status, body } = await patch(`${campaigns}/361084726`, change)
    return [status, body.message]
  }
  const set = (members: unknown) => ({ patch: { $set: members } })
  expect(await problem(set({ dailyBudget: { amount: '75.00' } }))).toEqual([
    422,
    'ERROR :: /dailyBudget/currencyCode :: field is required but not found and has no default value\n',
  ])
  expect(await problem(set({ dailyBudget: { amount: 75, currencyCode: 'USD' } }))).toEqual([
    422,
    'ERROR :: /dailyBudget/amount :: 75 cannot be coerced to String\n',
  ])
  expect(await problem(set({ colour: 'red' }))).toEqual([
    422,
    'ERROR :: /colour :: unrecognized field found but not allowed\n',
  ])
  expect(await problem(set({ id: 5 }))).toEqual([
    422,
    'ERROR :: /id :: ReadOnly field present in a partial update request\n',
  ])
  expect((await problem({ dailyBudget: dollars('75.00') }))[0]).toBe(422)
  expect((await problem({ patch: {} }))[0]).toBe(400)
  const headless = await create(`${campaigns}/361084726`, budget('75.00'))
  expect(headless.status).toBe(400)
  expect(sandbox.requests.effects()).toEqual([])
})

test('a person can change only the entities that the account role permits', async () => {
  const viewer = '/rest/adAccounts/515000156/adCampaigns/515000156'
  const designer = '/rest/adAccounts/515000145'
  const agnes = { person: 'agnes' }
  const refused = await patch(viewer, budget('50.00', 'EUR'), agnes)
  expect([refused.status, refused.body.code]).toEqual([403, 'NO_PERMISSION_TO_UPDATE'])
  expect((await json(`${viewer}?fields=name`, agnes)).status).toBe(200)
  expect((await patch(`${designer}/adCampaigns/515000145`, budget('50.00', 'AUD'), agnes)).status).toBe(403)
  const pause = { patch: { $set: { intendedStatus: 'PAUSED' } } }
  const creative = `${designer}/creatives/urn%3Ali%3AsponsoredCreative%3A515000145`
  expect((await patch(creative, pause, agnes)).status).toBe(204)
})

test('a batch update applies the valid patches and returns an error for each other patch', async () => {
  const response = await create(
    `${campaigns}?ids=List(361084726,361084837)`,
    { entities: { 361084726: budget('70.00'), 361084837: budget('70.00') } },
    { headers: { 'x-restli-method': 'BATCH_PARTIAL_UPDATE' } },
  )
  expect(response.body.results).toEqual({ '361084726': { status: 204 } })
  expect(response.body.errors).toMatchObject({
    '361084837': { code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS' },
  })
})

test('a lead generation message campaign uses OPTIMIZED creative selection since version 202607 and ROUND_ROBIN before', async () => {
  const message = {
    account: 'urn:li:sponsoredAccount:512345678',
    campaignGroup: 'urn:li:sponsoredCampaignGroup:640118012',
    name: 'A letter',
    status: 'DRAFT',
    type: 'SPONSORED_INMAILS',
    costType: 'CPM',
    dailyBudget: dollars('20.00'),
    locale: { country: 'US', language: 'en' },
    runSchedule: { start: noon },
    offsiteDeliveryEnabled: false,
    politicalIntent: 'NOT_POLITICAL',
  }
  const selection = async (version: string, objectiveType: string) => {
    const headers = { 'linkedin-version': version }
    const made = await create(campaigns, { ...message, objectiveType }, { headers })
    const { body } = await json(`${campaigns}/${made.headers.get('x-restli-id')}?fields=creativeSelection`)
    return body
  }
  expect(await selection('202606', 'LEAD_GENERATION')).toEqual({ creativeSelection: 'ROUND_ROBIN' })
  expect(await selection('202607', 'LEAD_GENERATION')).toEqual({ creativeSelection: 'OPTIMIZED' })
  expect(await selection('202607', 'WEBSITE_VISIT')).toEqual({ creativeSelection: 'ROUND_ROBIN' })
})
