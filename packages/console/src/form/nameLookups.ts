// Look-ups of workspace records by name. Their values are ids.

import type { Platform } from '@adrail/client'
import { client } from '../calls/client.ts'
import { platformScreens } from '../platforms/index.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import type { Lookup } from './lookup.ts'

/** Filters belong to no user's form. Look-ups of records of a user get the user id separately. */
export const userLookup: Lookup = {
  filtersOnServer: true,
  async find(_userId, search, signal) {
    const { users } = await client.user.list_users(search === '' ? {} : { search }, { signal })
    return users.map(({ userId, name, email, externalId }) => ({
      label: name,
      detail: email || externalId || userId,
      value: userId,
    }))
  },
  async findLabel(userId, _userId, signal) {
    return (await client.user.get_profile({ userId }, { signal })).user.name
  },
}

export const keyLookup: Lookup = {
  createCustomChoice: (text) => ({ label: text, detail: 'As typed', value: text }),
  async find(_userId, _query, signal) {
    const { keys } = await client.workspace.list_keys({}, { signal })
    return keys.map(({ keyId, name, revokedAt }) => ({
      label: name,
      detail: revokedAt === '' ? keyId : `Revoked · ${keyId}`,
      value: keyId,
    }))
  },
  async findLabel(keyId, _userId, signal) {
    const { keys } = await client.workspace.list_keys({}, { signal })
    return keys.find((key) => key.keyId === keyId)?.name ?? ''
  },
}

/** Finds campaigns of a user, on one platform or on all. */
export function createCampaignLookup(platform: Platform | undefined): Lookup {
  const platformFilter = platform === undefined ? {} : { platform }
  return {
    filtersOnServer: true,
    cacheScope: platform ?? '',
    async find(userId, search, signal) {
      const query = { userId, ...platformFilter, ...(search === '' ? {} : { search }) }
      const { campaigns } = await client.campaign.list_campaigns(query, { signal })
      return campaigns.map(({ campaignId, name, platform }) => ({
        label: name,
        detail: formatPlatform(platform),
        value: campaignId,
      }))
    },
    async findLabel(campaignId, userId, signal) {
      const { campaigns } = await client.campaign.list_campaigns({ userId, ...platformFilter }, { signal })
      return campaigns.find((each) => each.campaignId === campaignId)?.name ?? ''
    },
  }
}

/**
 * Finds lead forms of a user, on one platform or on all. A platform that does not respond contributes none.
 */
export function createLeadFormLookup(platform: Platform | undefined): Lookup {
  const selectedPlatforms = platform === undefined ? platforms : [platform]
  const findForms = async (userId: string, signal: AbortSignal) => {
    const outcomes = await Promise.allSettled(
      selectedPlatforms.map((each) => platformScreens[each].loadLeadForms(userId, signal)),
    )
    const availableForms = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const failure = outcomes.find((each) => each.status === 'rejected')
    if (availableForms.length === 0 && failure) throw failure.reason
    return availableForms
  }
  return {
    cacheScope: platform ?? '',
    find: (userId, _query, signal) => findForms(userId, signal),
    findLabel: async (formId, userId, signal) =>
      (await findForms(userId, signal)).find(({ value }) => value === formId)?.label ?? '',
  }
}
