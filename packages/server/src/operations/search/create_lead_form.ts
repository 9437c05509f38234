import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { step, write } from '../../journal/write.ts'
import { idIn, type Part } from '../../platforms/search/mutate.ts'

const form = z.object({
  name: z.string(),
  businessName: z.string(),
  headline: z.string(),
  description: z.string(),
  privacyPolicyUrl: z.string(),
  callToActionType: z.string(),
  callToActionDescription: z.string(),
  inputTypes: z.array(z.string()),
  /** Forms of this name that were there before. */
  known: z.array(z.string()),
})
type Form = z.infer<typeof form>

/** The platform has no room for a marker in a form: ours is the one of this name and text that was not there before. */
const createForm = step('search', 'create', {
  data: form,
  async send(data, { connector }) {
    const [name = ''] = await connector.mutate([partOf(data)])
    return { upstreamId: idIn(name) }
  },
  async find({ name, headline, description, known }, { connector }) {
    const ours = (await connector.leadForms(name)).find(
      ({ id, leadFormAsset: made }) =>
        made.headline === headline && made.description === description && !known.includes(id),
    )
    // Names are unique: sending it again makes no second one.
    return ours ? { state: 'done', outcome: { upstreamId: ours.id } } : { state: 'not_done' }
  },
  async rehearse(data, { connector }) {
    await connector.validate([partOf(data)])
  },
})

export const create_lead_form = write('search/create_lead_form', {
  replayForMs: 60_000,
  steps: [createForm],

  async plan(body, { connector }) {
    const known = (await connector.leadForms(body.name)).map(({ id }) => id)
    const says = `Create the lead form "${body.name}". The platform keeps lead forms for good.`
    return { steps: [createForm.plan(formOf(body, connector.selection.accountName, known), says)] }
  },

  results(done) {
    const [created] = createForm.outcomesIn(done)
    return { leadFormAssetId: created?.upstreamId ?? '' }
  },
})

function formOf(body: Body<'search/create_lead_form'>, accountName: string, known: string[]): Form {
  // An account without a name is shown by its number, which is no business's name.
  const named = /^[0-9-]+$/.test(accountName) ? '' : [...accountName].slice(0, 25).join('').trim()
  return {
    name: body.name,
    businessName: named || body.name,
    headline: body.headline,
    description: body.description,
    privacyPolicyUrl: body.privacy_policy_url,
    callToActionType: body.call_to_action_type,
    callToActionDescription: body.call_to_action_description,
    inputTypes: body.input_fields,
    known,
  }
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/LeadFormAsset */
function partOf({ name, inputTypes, known: _, ...texts }: Form): Part {
  return {
    origin: 'name',
    operation: {
      assetOperation: {
        create: {
          name,
          finalUrls: [`${new URL(texts.privacyPolicyUrl).origin}/`],
          leadFormAsset: { ...texts, fields: inputTypes.map((inputType) => ({ inputType })) },
        },
      },
    },
  }
}
