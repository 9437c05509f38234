// Simulates submissions of a lead form. The sandbox posts each lead to the form's webhook, with a key in the
// body and without a signature. https://developers.google.com/google-ads/webhook/docs/implementation

import { readCount, type Simulation, SimulationInputError } from '../../../core/exchange.ts'
import { isLoopbackUrl, type PushResult, pushWebhook } from '../../../core/push.ts'
import { generateLeadAnswer, generateLeadPerson } from '../../../delivery/leadPeople.ts'
import { lastSegment } from '../resources.ts'
import { asObject, asObjects, asString, type WireObject } from '../wire.ts'
import { createSearchLead } from './collect.ts'

export const searchLeadSimulation: Simulation = {
  description: 'People submit a lead form immediately. With test, the form’s URL receives test data instead.',
  inputTexts: {
    customerId: 'ten digits',
    assetId: 'the id of a lead form',
    campaignId: 'the campaign that showed the form; defaults to none',
    count: 'number of people; defaults to 1',
    pushes: 'number of messages to the form’s URL: 0 loses the message, 2 repeats the message; defaults to 1',
    test: 'optional: true or false',
  },
  async run(state, input, now) {
    const customerId = String(input['customerId'])
    const account = state.search.accounts[customerId]
    if (account === undefined) throw new SimulationInputError('customerId', 'No such account.')
    const asset = `customers/${customerId}/assets/${String(input['assetId'])}`
    const form = account.resources['asset']?.[asset]
    if (form?.['leadFormAsset'] === undefined)
      throw new SimulationInputError('assetId', 'The account has no such lead form.')
    const campaignId = input['campaignId']
    const campaign = campaignId === undefined ? '' : `customers/${customerId}/campaigns/${String(campaignId)}`
    if (campaign !== '' && account.resources['campaign']?.[campaign] === undefined)
      throw new SimulationInputError('campaignId', 'The account has no such campaign.')
    const isTest = input['test'] === true
    const pushCount = readCount('pushes', input['pushes'] ?? 1)
    const leadIds: string[] = []
    const pushResults: PushResult[] = []
    for (let remaining = readCount('count', input['count'] ?? 1); remaining > 0; remaining--) {
      const submittedAt = Math.floor(now / 1000) * 1000
      const newLead = isTest
        ? undefined
        : createSearchLead(state, customerId, account, { asset, campaign, adGroup: '', ad: '', submittedAt })
      if (newLead !== undefined) leadIds.push(asString(newLead['id']))
      for (let attempt = 0; attempt < pushCount; attempt++)
        pushResults.push(...(await pushLead(form, campaign, asString(newLead?.['id']), submittedAt)))
    }
    return { leadIds, told: pushResults }
  },
}

/**
 * The documentation does not state whether the webhook's lead id equals the id of the API, so the ids differ
 * here.
 */
async function pushLead(
  form: WireObject,
  campaign: string,
  leadId: string,
  submittedAt: number,
): Promise<PushResult[]> {
  const pushResults: PushResult[] = []
  for (const method of asObjects(asObject(form['leadFormAsset'])['deliveryMethods'])) {
    const webhook = asObject(method['webhook'])
    const url = asString(webhook['advertiserWebhookUrl'])
    if (!isLoopbackUrl(url)) continue
    const person = generateLeadPerson(leadId)
    const body = {
      lead_id: `TeSter-${lastSegment(asString(form['resourceName']))}-${leadId.slice(0, 40)}`,
      user_column_data: asObjects(asObject(form['leadFormAsset'])['fields']).map((field) => ({
        column_id: asString(field['inputType']),
        string_value: generateLeadAnswer(person, asString(field['inputType'])),
      })),
      api_version: '1.0',
      form_id: Number(lastSegment(asString(form['resourceName']))),
      campaign_id: campaign === '' ? 0 : Number(lastSegment(campaign)),
      gcl_id: leadId === '' ? '' : `Cj0KCQ${leadId.slice(0, 60)}`,
      google_key: asString(webhook['googleSecret']),
      is_test: leadId === '',
      lead_submit_time: new Date(submittedAt).toISOString(),
    }
    pushResults.push(
      await pushWebhook(url, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    )
  }
  return pushResults
}
