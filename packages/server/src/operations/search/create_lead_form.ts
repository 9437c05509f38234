import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { defineStep } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import { type MutatePart, parseResourceId } from '../../platforms/search/mutate.ts'
import { uniqueName } from '../campaign/uniqueName.ts'

const leadFormData = z.object({
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
type LeadFormData = z.infer<typeof leadFormData>

/** A lead form has no field for a marker, so `reconcile` identifies the form by its unique name and its text. */
const createFormStep = defineStep('search', 'create', {
  dataSchema: leadFormData,
  async send(data, { connector }) {
    const [name = ''] = await connector.mutate([toMutatePart(data)])
    return { upstreamId: parseResourceId(name) }
  },
  async reconcile({ name, headline, description }, { connector }) {
    const existingForm = (await connector.leadForms(name)).find(
      ({ leadFormAsset: asset }) => asset.headline === headline && asset.description === description,
    )
    // Names are unique, so sending the step again creates no second form.
    return existingForm ? { state: 'done', outcome: { upstreamId: existingForm.id } } : { state: 'not_done' }
  },
  async validate(data, { connector }) {
    await connector.validate([toMutatePart(data)])
  },
})

export const create_lead_form = defineWrite('search/create_lead_form', {
  replayWindowMs: 60_000,
  steps: [createFormStep],

  async plan(body, { connector }) {
    const existingNames = (await connector.leadForms()).map(({ name }) => name ?? '')
    // A business can have several forms, but form names in an account are unique.
    const name = uniqueName(body.name, existingNames)
    const description = `Create the lead form ${JSON.stringify(name)}. It cannot be deleted later.`
    return { steps: [createFormStep.toPlannedStep(toFormData(body, name), description)] }
  },

  results(doneSteps) {
    const [created] = createFormStep.collectOutcomes(doneSteps)
    return { leadFormAssetId: created?.upstreamId ?? '' }
  },
})

function toFormData(body: Body<'search/create_lead_form'>, name: string): LeadFormData {
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
function toMutatePart({ name, inputTypes, ...texts }: LeadFormData): MutatePart {
  return {
    callerField: 'name',
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
