// A part of your own software: pauses the active campaigns of a customer and reports the failures.

import { AdrailError, type Client } from '@adrail/client'

export interface PauseOutcome {
  readonly paused: readonly string[]
  readonly failed: readonly { readonly campaign: string; readonly code: string }[]
}

export async function pauseCampaigns(adrail: Client<'userId'>): Promise<PauseOutcome> {
  const paused: string[] = []
  const failed: { campaign: string; code: string }[] = []
  for await (const { id, name } of adrail.pages.social.get_campaigns({ status: 'ACTIVE' })) {
    try {
      await adrail.social.update_campaign_status({ campaignId: id, status: 'PAUSED' })
      paused.push(name)
    } catch (error) {
      if (!(error instanceof AdrailError)) throw error
      failed.push({ campaign: name, code: error.code })
    }
  }
  return { paused, failed }
}
