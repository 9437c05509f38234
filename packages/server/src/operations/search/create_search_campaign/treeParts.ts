// A campaign in its parts, as the platform has them and as its creation left them: an undo compares both.

import type { TreePart } from '../../../journal/undoPlans.ts'
import type { SearchConnector } from '../../../platforms/search/connector.ts'
import type { ListedAd } from '../../../platforms/search/rows.ts'
import type { Blueprint } from '../blueprint.ts'

/** Of ad groups and ads the first hundred: a creation never leaves so many. */
export async function partsPresent(
  connector: SearchConnector,
  campaignId: string,
): Promise<readonly TreePart[]> {
  const [found, adGroups, ads, keywords, negativeKeywords] = await Promise.all([
    connector.campaign(campaignId),
    connector.adGroups(campaignId, undefined),
    connector.ads(campaignId, undefined),
    connector.keywordsOf(campaignId),
    connector.negativeKeywordsOf(campaignId),
  ])
  return [
    ...(found ? [campaignPart(campaignId, found.campaign.name, found.campaign.status)] : []),
    ...(adGroups?.rows ?? []).map(({ adGroup: { id, name, status } }): TreePart => {
      return { kind: 'ad group', id, values: { name, status } }
    }),
    ...(ads?.rows ?? []).map(adPart),
    ...keywords.map(({ adGroupCriterion: { keyword, status, negative = false } }): TreePart => {
      const kind = negative ? 'negative keyword' : 'keyword'
      return { kind, id: keywordId(keyword), values: { status } }
    }),
    ...negativeKeywords.map(negativePart),
  ]
}

/** From the record of the creation. */
export function partsLeft(
  { name, keywords, negativeKeywords, ads }: Blueprint,
  made: { readonly campaignId: string; readonly adGroupId: string; readonly adIds: readonly string[] },
  status: string,
): readonly TreePart[] {
  return [
    campaignPart(made.campaignId, name, status),
    { kind: 'ad group', id: made.adGroupId, values: { name, status: 'ENABLED' } },
    ...ads.map(({ headlines }, index): TreePart => {
      const values = { status: 'ENABLED', headlines: headlines.join(' | ') }
      return { kind: 'ad', id: made.adIds[index] ?? '', values }
    }),
    ...keywords.map((keyword): TreePart => {
      return { kind: 'keyword', id: keywordId(keyword), values: { status: 'ENABLED' } }
    }),
    ...negativeKeywords.map(negativePart),
  ]
}

function campaignPart(id: string, name: string, status: string): TreePart {
  return { kind: 'campaign', id, values: { name, status } }
}

function adPart({ adGroupAd: { status, ad } }: ListedAd): TreePart {
  const headlines = (ad.responsiveSearchAd?.headlines ?? []).map(({ text = '' }) => text)
  return { kind: 'ad', id: ad.id, values: { status, headlines: headlines.join(' | ') } }
}

function negativePart(keyword: { readonly text: string; readonly matchType: string }): TreePart {
  return { kind: 'negative keyword', id: keywordId(keyword), values: {} }
}

/** The platform distinguishes keywords by text and match type, not by case or blanks. */
function keywordId({ text, matchType }: { readonly text: string; readonly matchType: string }): string {
  return `${text.toLowerCase().split(/\s+/).filter(Boolean).join(' ')} (${matchType})`
}
