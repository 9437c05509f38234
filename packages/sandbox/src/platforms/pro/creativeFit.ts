// Checks whether a creative fits its campaign.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives

import { type InputError, ruleError } from './errors.ts'
import { asRecord, type JsonRecord } from './fields.ts'
import { isAvailable } from './library/media.ts'
import { buttonLabels } from './library/posts.ts'
import type { RestRequest } from './request.ts'
import { getContentLibrary, type ProCampaign, type ProPost } from './state.ts'

/** The maximum number of active creatives per campaign. */
const maxActiveCreatives = 15
const leadButtonLabels = [...buttonLabels, 'UNLOCK_FULL_DOCUMENT']

const invalidField = (field: string, description: string): InputError => ({
  code: 'FIELD_INVALID',
  fieldPath: `/${field}`,
  description,
})

export function assertCreativeFits(request: RestRequest, campaign: ProCampaign, fields: JsonRecord): void {
  const { pro } = request.exchange.state
  const activeCreatives = Object.values(pro.creatives).filter(
    (creative) => creative.campaign === campaign.id && creative.intendedStatus === 'ACTIVE',
  )
  const problems = [
    ...findContentProblems(request, campaign, asRecord(fields['content']) ?? {}),
    ...findLeadFormProblems(
      request,
      campaign,
      asRecord(fields['leadgenCallToAction']),
      fields['intendedStatus'],
    ),
    ...(fields['intendedStatus'] === 'PAUSED'
      ? [invalidField('intendedStatus', 'A creative that was not reviewed yet cannot be paused')]
      : []),
    ...(fields['intendedStatus'] === 'ACTIVE' && activeCreatives.length >= maxActiveCreatives
      ? [invalidField('campaign', `A campaign may have at most ${maxActiveCreatives} active creatives`)]
      : []),
  ]
  if (problems.length > 0) throw ruleError(problems)
}

function findContentProblems(request: RestRequest, campaign: ProCampaign, content: JsonRecord): InputError[] {
  if (campaign.type !== 'SPONSORED_UPDATES') return []
  const reference = String(content['reference'])
  const post = getContentLibrary(request.exchange.state.pro).posts[reference]
  if (post === undefined) return [invalidField('content/reference', `There is no post ${reference}`)]
  if (campaign.associatedEntity !== undefined && post.author !== campaign.associatedEntity)
    return [invalidField('content/reference', 'The post is not by the organization of the campaign')]
  return [...findMediumProblems(request, campaign, post), ...findLandingPageProblems(campaign, post)]
}

function findMediumProblems(request: RestRequest, { format }: ProCampaign, post: ProPost): InputError[] {
  const id = asRecord(asRecord(post.members['content'])?.['media'])?.['id']
  if (typeof id !== 'string') return []
  const isVideo = id.startsWith('urn:li:video:')
  if (format !== undefined && (format === 'SINGLE_VIDEO') !== isVideo)
    return [invalidField('content', `The format of the campaign is ${format}`)]
  const medium = getContentLibrary(request.exchange.state.pro).media[id]
  if (medium === undefined || medium.owner !== post.author)
    return [invalidField('content', `${id} is no medium of the author`)]
  // A video may still be in processing, but an image must be available.
  const isUsable = isVideo ? medium.availableAt !== undefined : isAvailable(medium, request.now)
  return isUsable && !medium.failed ? [] : [invalidField('content', `${id} is not available`)]
}

/** Website objectives require a landing page. */
function findLandingPageProblems({ objectiveType }: ProCampaign, { members }: ProPost): InputError[] {
  const needsLandingPage = objectiveType === 'WEBSITE_VISIT' || objectiveType === 'WEBSITE_CONVERSION'
  const isAdPost = asRecord(members['adContext']) !== undefined
  if (!needsLandingPage || !isAdPost || members['contentLandingPage'] !== undefined) return []
  return [invalidField('contentLandingPage', `contentLandingPage is required for ${objectiveType}`)]
}

function findLeadFormProblems(
  request: RestRequest,
  campaign: ProCampaign,
  callToAction: JsonRecord | undefined,
  status: unknown,
): InputError[] {
  const isLeadCampaign = campaign.objectiveType === 'LEAD_GENERATION'
  // A draft can get its form later.
  if (callToAction === undefined)
    return isLeadCampaign && status !== 'DRAFT'
      ? [invalidField('leadgenCallToAction', 'leadgenCallToAction is required for LEAD_GENERATION')]
      : []
  if (!isLeadCampaign)
    return [invalidField('leadgenCallToAction', 'leadgenCallToAction is only for LEAD_GENERATION')]
  const { destination, label } = callToAction
  const form = getContentLibrary(request.exchange.state.pro).leadForms[
    String(destination).replace('urn:li:adForm:', '')
  ]
  return [
    ...(form?.account === campaign.account && form.state === 'PUBLISHED'
      ? []
      : [
          invalidField(
            'leadgenCallToAction/destination',
            `${destination} is no published form of the account`,
          ),
        ]),
    ...(leadButtonLabels.includes(String(label))
      ? []
      : [invalidField('leadgenCallToAction/label', `${label} is not available`)]),
  ]
}
