import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { freeName } from '../../base/freeName.ts'
import { step, write } from '../../journal/write.ts'
import { idIn, type Part } from '../../platforms/search/mutate.ts'

const form = z.object({
  /** The name in the account. The plan chose a name that was free. */
  name: z.string(),
  /** The business name that the form shows to people. */
  businessName: z.string(),
  headline: z.string(),
  description: z.string(),
  privacyPolicyUrl: z.string(),
  callToActionType: z.string(),
  callToActionDescription: z.string(),
  inputTypes: z.array(z.string()),
})
type Form = z.infer<typeof form>

/** A lead form has no field for a marker, so `find` identifies the form by its unique name and its text. */
const createForm = step('search', 'create', {
  data: form,
  async send(data, { connector }) {
    const [name = ''] = await connector.mutate([partOf(data)])
    return { upstreamId: idIn(name) }
  },
  async find({ name, headline, description }, { connector }) {
    const ours = (await connector.leadForms(name)).find(
      ({ leadFormAsset: made }) => made.headline === headline && made.description === description,
    )
    // Names are unique, so sending the step again creates no second form.
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
    const taken = (await connector.leadForms()).map(({ name }) => name ?? '')
    // A business can have several forms, but form names in an account are unique.
    const name = freeName(body.name, taken)
    const says = `Create the lead form "${name}". The platform keeps lead forms for good.`
    return { steps: [createForm.plan(formOf(body, name), says)] }
  },

  results(done) {
    const [created] = createForm.outcomesIn(done)
    return { leadFormAssetId: created?.upstreamId ?? '' }
  },
})

function formOf(body: Body<'search/create_lead_form'>, name: string): Form {
  return {
    name,
    businessName: body.name,
    headline: body.headline,
    description: body.description,
    privacyPolicyUrl: body.privacy_policy_url,
    callToActionType: body.call_to_action_type,
    callToActionDescription: body.call_to_action_description,
    inputTypes: body.input_fields,
  }
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/LeadFormAsset */
function partOf({ name, inputTypes, ...texts }: Form): Part {
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
