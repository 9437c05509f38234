// Converts an ad of a campaign to the fields that the previews of new ads read.

import type { Results } from '@adrail/client'
import type { DraftFields } from '../form/draft.ts'

type Ad = Results<'social/get_ads'>['ads'][number]

/** An ad, with its content where the platform's list has it. */
export type ListedAd = Pick<Ad, 'id' | 'name' | 'adGroupId' | 'status' | 'effectiveStatus' | 'issues'> &
  Partial<Ad>

export function toPreviewFields({
  primaryTexts = [],
  headlines = [],
  descriptions = [],
  callouts = [],
  link = '',
  callToAction = '',
}: ListedAd): { readonly ad: DraftFields; readonly draft: DraftFields } {
  const listTexts = (texts: Ad['headlines']) => texts.map(({ text }) => text)
  const findPinned = (texts: Ad['headlines'], position: string) => {
    const index = texts.findIndex(({ pinnedTo }) => pinnedTo === position)
    return index < 0 ? '' : String(index)
  }
  return {
    ad: {
      primaryText: primaryTexts[0] ?? '',
      headline: headlines[0]?.text ?? '',
      description: descriptions[0]?.text ?? '',
      headlines: listTexts(headlines),
      descriptions: listTexts(descriptions),
      headlineIndexToPinFirstSlot: findPinned(headlines, 'HEADLINE_1'),
      descriptionIndexToPinFirstSlot: findPinned(descriptions, 'DESCRIPTION_1'),
      url: link,
      callToAction: callToAction || 'NO_BUTTON',
    },
    draft: { callouts },
  }
}
