// People fill in a lead form; the form's own address is told, with a key in the message and no signature.
// https://developers.google.com/google-ads/webhook/docs/implementation

import { orderedNumber, type Simulation, SimulationRefusal } from '../../core/exchange.ts'
import { isOnThisMachine, type Pushed, push } from '../../core/push.ts'
import { answerTo, leadPerson } from '../../delivery/leadPeople.ts'
import { lastPart } from '../resources.ts'
import { text, type Wire, wire, wires } from '../wire.ts'
import { makeLead } from './collect.ts'

export const lead: Simulation = {
  does: 'People fill in a lead form, now; with test, the form’s address is sent test data instead.',
  takes: {
    customerId: 'ten digits',
    assetId: 'the id of a lead form',
    campaignId: 'the campaign that showed it; without it the lead has none',
    count: 'how many people; one without it',
    pushes: 'how often the form’s address is told: 0 loses the message, 2 repeats it; once without it',
    test: 'optional: true or false',
  },
  async run(state, input, now) {
    const customerId = String(input['customerId'])
    const account = state.search.accounts[customerId]
    if (account === undefined) throw new SimulationRefusal('customerId', 'There is no such account.')
    const asset = `customers/${customerId}/assets/${String(input['assetId'])}`
    const form = account.resources['asset']?.[asset]
    if (form?.['leadFormAsset'] === undefined)
      throw new SimulationRefusal('assetId', 'The account has no such lead form.')
    const campaignId = input['campaignId']
    const campaign = campaignId === undefined ? '' : `customers/${customerId}/campaigns/${String(campaignId)}`
    if (campaign !== '' && account.resources['campaign']?.[campaign] === undefined)
      throw new SimulationRefusal('campaignId', 'The account has no such campaign.')
    const isTest = input['test'] === true
    const times = orderedNumber('pushes', input['pushes'] ?? 1)
    const leadIds: string[] = []
    const told: Pushed[] = []
    for (let left = orderedNumber('count', input['count'] ?? 1); left > 0; left--) {
      const at = Math.floor(now / 1000) * 1000
      const made = isTest
        ? undefined
        : makeLead(state, customerId, account, { asset, campaign, adGroup: '', ad: '', at })
      if (made !== undefined) leadIds.push(text(made['id']))
      for (let time = 0; time < times; time++)
        told.push(...(await tell(form, campaign, text(made?.['id']), at)))
    }
    return { leadIds, told }
  },
}

/** Whether its lead id is that of the interface is nowhere said, so here it is another. */
async function tell(form: Wire, campaign: string, id: string, at: number): Promise<Pushed[]> {
  const told: Pushed[] = []
  for (const method of wires(wire(form['leadFormAsset'])['deliveryMethods'])) {
    const webhook = wire(method['webhook'])
    const url = text(webhook['advertiserWebhookUrl'])
    if (!isOnThisMachine(url)) continue
    const person = leadPerson(id)
    const body = {
      lead_id: `TeSter-${lastPart(text(form['resourceName']))}-${id.slice(0, 40)}`,
      user_column_data: wires(wire(form['leadFormAsset'])['fields']).map((field) => ({
        column_id: text(field['inputType']),
        string_value: answerTo(person, text(field['inputType'])),
      })),
      api_version: '1.0',
      form_id: Number(lastPart(text(form['resourceName']))),
      campaign_id: campaign === '' ? 0 : Number(lastPart(campaign)),
      gcl_id: id === '' ? '' : `Cj0KCQ${id.slice(0, 60)}`,
      google_key: text(webhook['googleSecret']),
      is_test: id === '',
      lead_submit_time: new Date(at).toISOString(),
    }
    told.push(
      await push(url, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    )
  }
  return told
}
