// Whether an ad fits its campaign.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives

import { type InputError, ruleRefusal } from './errors.ts'
import { type Members, recordOf } from './fields.ts'
import { isAvailable } from './library/media.ts'
import { buttonLabels } from './library/posts.ts'
import type { RestRequest } from './request.ts'
import { type Campaign, libraryOf, type Post } from './state.ts'

/** So many active ads a campaign may have. */
const mostActive = 15
const leadLabels = [...buttonLabels, 'UNLOCK_FULL_DOCUMENT']

const invalid = (member: string, description: string): InputError => ({
  code: 'FIELD_INVALID',
  fieldPath: `/${member}`,
  description,
})

export function requireFitting(request: RestRequest, campaign: Campaign, given: Members): void {
  const { pro } = request.exchange.state
  const active = Object.values(pro.creatives).filter(
    (creative) => creative.campaign === campaign.id && creative.intendedStatus === 'ACTIVE',
  )
  const problems = [
    ...contentProblems(request, campaign, recordOf(given['content']) ?? {}),
    ...leadProblems(request, campaign, recordOf(given['leadgenCallToAction']), given['intendedStatus']),
    ...(given['intendedStatus'] === 'PAUSED'
      ? [invalid('intendedStatus', 'A creative that was not reviewed yet cannot be paused')]
      : []),
    ...(given['intendedStatus'] === 'ACTIVE' && active.length >= mostActive
      ? [invalid('campaign', `A campaign may have at most ${mostActive} active creatives`)]
      : []),
  ]
  if (problems.length > 0) throw ruleRefusal(problems)
}

function contentProblems(request: RestRequest, campaign: Campaign, content: Members): InputError[] {
  if (campaign.type !== 'SPONSORED_UPDATES') return []
  const reference = String(content['reference'])
  const post = libraryOf(request.exchange.state.pro).posts[reference]
  if (post === undefined) return [invalid('content/reference', `There is no post ${reference}`)]
  if (campaign.associatedEntity !== undefined && post.author !== campaign.associatedEntity)
    return [invalid('content/reference', 'The post is not by the organization of the campaign')]
  return [...mediumProblems(request, campaign, post), ...landingProblems(campaign, post)]
}

function mediumProblems(request: RestRequest, { format }: Campaign, post: Post): InputError[] {
  const id = recordOf(recordOf(post.members['content'])?.['media'])?.['id']
  if (typeof id !== 'string') return []
  const isVideo = id.startsWith('urn:li:video:')
  if (format !== undefined && (format === 'SINGLE_VIDEO') !== isVideo)
    return [invalid('content', `The format of the campaign is ${format}`)]
  const medium = libraryOf(request.exchange.state.pro).media[id]
  if (medium === undefined || medium.owner !== post.author)
    return [invalid('content', `${id} is no medium of the author`)]
  // A video may still be worked on; a picture must be there.
  const isThere = isVideo ? medium.availableAt !== undefined : isAvailable(medium, request.now)
  return isThere && !medium.failed ? [] : [invalid('content', `${id} is not available`)]
}

/** Visitors need somewhere to go. */
function landingProblems({ objectiveType }: Campaign, { members }: Post): InputError[] {
  const needsPage = objectiveType === 'WEBSITE_VISIT' || objectiveType === 'WEBSITE_CONVERSION'
  const isOfAd = recordOf(members['adContext']) !== undefined
  if (!needsPage || !isOfAd || members['contentLandingPage'] !== undefined) return []
  return [invalid('contentLandingPage', `contentLandingPage is required for ${objectiveType}`)]
}

function leadProblems(
  request: RestRequest,
  campaign: Campaign,
  call: Members | undefined,
  status: unknown,
): InputError[] {
  const isLeads = campaign.objectiveType === 'LEAD_GENERATION'
  // A draft may get its form later.
  if (call === undefined)
    return isLeads && status !== 'DRAFT'
      ? [invalid('leadgenCallToAction', 'leadgenCallToAction is required for LEAD_GENERATION')]
      : []
  if (!isLeads) return [invalid('leadgenCallToAction', 'leadgenCallToAction is only for LEAD_GENERATION')]
  const { destination, label } = call
  const form = libraryOf(request.exchange.state.pro).leadForms[
    String(destination).replace('urn:li:adForm:', '')
  ]
  return [
    ...(form?.account === campaign.account && form.state === 'PUBLISHED'
      ? []
      : [invalid('leadgenCallToAction/destination', `${destination} is no published form of the account`)]),
    ...(leadLabels.includes(String(label))
      ? []
      : [invalid('leadgenCallToAction/label', `${label} is not available`)]),
  ]
}
