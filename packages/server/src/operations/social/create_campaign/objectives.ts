// Maps the objective of a request to the platform's objective, optimization goal and promoted object.
// https://developers.facebook.com/docs/marketing-api/adset/optimization

import type { Body } from '@adrail/contract'
import { standardEvents } from '../standardEvents.ts'

type CampaignBody = Body<'social/create_campaign'>

export interface CampaignGoal {
  readonly objective: string
  readonly optimizationGoal: string
  readonly destination: string
  readonly promotedObject?: Readonly<Record<string, string>>
  /** Field of the request that determines the promoted object. */
  readonly promotedField: string
  /** Whether the counted conversions happen on a website. */
  readonly isWebsiteGoal: boolean
  readonly defaultButton: string
}

/** A custom conversion is given by its numeric id, every other event by its name. */
export const isCustomConversion = (event: string | undefined) => event !== undefined && /^\d+$/.test(event)

export function resolveGoal(body: CampaignBody, pageId: string): CampaignGoal {
  const defaults = { promotedField: 'objective', isWebsiteGoal: false, defaultButton: 'LEARN_MORE' }
  switch (body.objective) {
    case 'TRAFFIC':
      return {
        ...defaults,
        objective: 'OUTCOME_TRAFFIC',
        optimizationGoal: 'LINK_CLICKS',
        destination: 'WEBSITE',
      }
    case 'ENGAGEMENT':
      return {
        ...defaults,
        objective: 'OUTCOME_ENGAGEMENT',
        optimizationGoal: 'POST_ENGAGEMENT',
        destination: 'ON_POST',
        promotedObject: { page_id: pageId },
      }
    case 'LEADS':
      if (body.leadFormId !== undefined)
        return {
          objective: 'OUTCOME_LEADS',
          optimizationGoal: 'LEAD_GENERATION',
          destination: 'ON_AD',
          promotedObject: { page_id: pageId },
          promotedField: 'leadFormId',
          isWebsiteGoal: false,
          defaultButton: 'SIGN_UP',
        }
      return { objective: 'OUTCOME_LEADS', ...resolveWebsiteGoal(body), defaultButton: 'SIGN_UP' }
    case 'SALES':
      return { objective: 'OUTCOME_SALES', ...resolveWebsiteGoal(body), defaultButton: 'SHOP_NOW' }
  }
}

function resolveWebsiteGoal({ pixelId = '', conversionEvent = '' }: CampaignBody) {
  const customEvent = { pixel_id: pixelId, custom_event_type: 'OTHER', custom_event_str: conversionEvent }
  const promotedObject: Record<string, string> = isCustomConversion(conversionEvent)
    ? { custom_conversion_id: conversionEvent }
    : Object.values(standardEvents).includes(conversionEvent)
      ? { pixel_id: pixelId, custom_event_type: conversionEvent }
      : customEvent
  return {
    optimizationGoal: 'OFFSITE_CONVERSIONS',
    destination: 'WEBSITE',
    promotedObject,
    promotedField: 'conversionEvent',
    isWebsiteGoal: true,
  }
}
