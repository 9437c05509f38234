import type { Body } from '@adrail/contract'
import { type Step, write } from '../../journal/write.ts'
import { idIn, type Part, type SearchConnector } from '../../platforms/search/connector.ts'
import { connectorFor } from './connection.ts'

type Form = {
  readonly accountId: string
  readonly name: string
  readonly businessName: string
  readonly headline: string
  readonly description: string
  readonly privacyPolicyUrl: string
  readonly callToActionType: string
  readonly callToActionDescription: string
  readonly inputTypes: readonly string[]
  /** Forms of this name that were there before. */
  readonly known: readonly string[]
}

/** The platform has no room for a marker in a form: ours is the one of this name and text that was not there before. */
export const create_lead_form = write<'search/create_lead_form'>({
  async plan(body, ctx) {
    const connector = await ctx.connect(body.userId, 'search')
    const known = (await connector.leadForms(body.name)).map(({ id }) => id)
    return {
      steps: [
        {
          name: 'create',
          says: `Create the lead form "${body.name}". The platform keeps lead forms for good.`,
          data: formOf(body, connector, known),
        },
      ],
    }
  },

  async rehearse({ steps: [step] }, _body, ctx) {
    // The one step of the plan above.
    const form = step?.data as Form
    await (await connectorFor(ctx, form.accountId)).validate([partOf(form)])
  },

  steps: { create: create() },

  results: (done) => ({ leadFormAssetId: done['create']?.upstreamId ?? '' }),
})

function formOf(body: Body<'search/create_lead_form'>, connector: SearchConnector, known: string[]): Form {
  const { accountId, accountName } = connector.selection
  // An account without a name is shown by its number, which is no business's name.
  const named = /^[0-9-]+$/.test(accountName) ? '' : [...accountName].slice(0, 25).join('').trim()
  return {
    accountId,
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
function partOf(form: Form): Part {
  const { name, businessName, headline, description, privacyPolicyUrl } = form
  const { callToActionType, callToActionDescription, inputTypes } = form
  return {
    origin: 'name',
    operation: {
      assetOperation: {
        create: {
          name,
          finalUrls: [`${new URL(privacyPolicyUrl).origin}/`],
          leadFormAsset: {
            businessName,
            headline,
            description,
            privacyPolicyUrl,
            callToActionType,
            callToActionDescription,
            fields: inputTypes.map((inputType) => ({ inputType })),
          },
        },
      },
    },
  }
}

function create(): Step<Form> {
  return {
    async send({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const [name = ''] = await connector.mutate([partOf(data)])
      return { upstreamId: idIn(name) }
    },
    async find({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const ours = (await connector.leadForms(data.name)).find(
        ({ id, headline, description }) =>
          headline === data.headline && description === data.description && !data.known.includes(id),
      )
      // Names are unique: sending it again makes no second one.
      return ours ? { state: 'done', outcome: { upstreamId: ours.id } } : { state: 'not_done' }
    },
  }
}
