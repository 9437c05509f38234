// What a campaign is for, in the platform's words.
// https://developers.facebook.com/docs/marketing-api/adset/optimization

import type { Body } from '@adrail/contract'
import { standardEvents } from '../standardEvents.ts'

type Request = Body<'social/create_campaign'>

export interface Aim {
  readonly objective: string
  readonly goal: string
  readonly destination: string
  readonly promoted?: Readonly<Record<string, string>>
  /** The member of the request that decides what is promoted. */
  readonly promotedBy: string
  /** What people do is counted on a website. */
  readonly onWebsite: boolean
  readonly button: string
}

/** A custom conversion is named by its id, everything else by words. */
export const isCustomConversion = (event: string | undefined) => event !== undefined && /^\d+$/.test(event)

export function aimOf(body: Request, pageId: string): Aim {
  const none = { promotedBy: 'objective', onWebsite: false, button: 'LEARN_MORE' }
  switch (body.objective) {
    case 'TRAFFIC':
      return { ...none, objective: 'OUTCOME_TRAFFIC', goal: 'LINK_CLICKS', destination: 'WEBSITE' }
    case 'ENGAGEMENT':
      return {
        ...none,
        objective: 'OUTCOME_ENGAGEMENT',
        goal: 'POST_ENGAGEMENT',
        destination: 'ON_POST',
        promoted: { page_id: pageId },
      }
    case 'LEADS':
      if (body.leadFormId !== undefined)
        return {
          objective: 'OUTCOME_LEADS',
          goal: 'LEAD_GENERATION',
          destination: 'ON_AD',
          promoted: { page_id: pageId },
          promotedBy: 'leadFormId',
          onWebsite: false,
          button: 'SIGN_UP',
        }
      return { objective: 'OUTCOME_LEADS', ...counted(body), button: 'SIGN_UP' }
    case 'SALES':
      return { objective: 'OUTCOME_SALES', ...counted(body), button: 'SHOP_NOW' }
  }
}

function counted({ pixelId = '', conversionEvent = '' }: Request) {
  const custom = { pixel_id: pixelId, custom_event_type: 'OTHER', custom_event_str: conversionEvent }
  const promoted: Record<string, string> = isCustomConversion(conversionEvent)
    ? { custom_conversion_id: conversionEvent }
    : Object.values(standardEvents).includes(conversionEvent)
      ? { pixel_id: pixelId, custom_event_type: conversionEvent }
      : custom
  return {
    goal: 'OFFSITE_CONVERSIONS',
    destination: 'WEBSITE',
    promoted,
    promotedBy: 'conversionEvent',
    onWebsite: true,
  }
}
