// Pages must accept the terms of lead ads before they have forms or ads that open a form.

import { invalidParameter } from '../errors.ts'
import type { Page } from '../state.ts'

export function requireLeadTerms(page: Page, extra: { readonly blame?: readonly string[] } = {}): void {
  if (page.leadTermsOpen)
    throw invalidParameter('Invalid parameter', {
      subcode: 1815089,
      transient: false,
      userTitle: 'Lead Generation Terms Not Accepted',
      userMessage: `The page has not accepted the Lead Generation Terms: https://www.facebook.com/ads/leadgen/tos?page_id=${page.id}`,
      ...extra,
    })
}
