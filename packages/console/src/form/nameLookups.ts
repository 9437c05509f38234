// Look-ups of workspace records by name. Their values are ids.

import { client } from '../calls/client.ts'
import type { Platform } from '../session/session.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { sentence } from '../words/statuses.ts'
import type { Choice, Lookup } from './lookup.ts'

/** Filters belong to no user's form. Look-ups of records of a user get the user id separately. */
export const users: Lookup = {
  asks: true,
  async find(_userId, search, signal) {
    const { users } = await client.user.list_users(search === '' ? {} : { search }, { signal })
    return users.map(({ userId, name, email, externalId }) => ({
      label: name,
      detail: email || externalId || userId,
      value: userId,
    }))
  },
  async labelOf(userId, _userId, signal) {
    return (await client.user.get_profile({ userId }, { signal })).user.name
  },
}

export const keys: Lookup = {
  own: (text) => ({ label: text, detail: 'As typed', value: text }),
  async find(_userId, _query, signal) {
    const { keys } = await client.workspace.list_keys({}, { signal })
    return keys.map(({ keyId, name, revokedAt }) => ({
      label: name,
      detail: revokedAt === '' ? keyId : `Revoked · ${keyId}`,
      value: keyId,
    }))
  },
  async labelOf(keyId, _userId, signal) {
    const { keys } = await client.workspace.list_keys({}, { signal })
    return keys.find((key) => key.keyId === keyId)?.name ?? ''
  },
}

/** Finds campaigns of a user, on one platform or on all. */
export function campaigns(platform: Platform | undefined): Lookup {
  const on = platform === undefined ? {} : { platform }
  return {
    asks: true,
    scope: platform ?? '',
    async find(userId, search, signal) {
      const asked = { userId, ...on, ...(search === '' ? {} : { search }) }
      const { campaigns } = await client.campaign.list_campaigns(asked, { signal })
      return campaigns.map(({ campaignId, name, platform }) => ({
        label: name,
        detail: nameOf(platform),
        value: campaignId,
      }))
    },
    async labelOf(campaignId, userId, signal) {
      const { campaigns } = await client.campaign.list_campaigns({ userId, ...on }, { signal })
      return campaigns.find((each) => each.campaignId === campaignId)?.name ?? ''
    },
  }
}

/**
 * Finds lead forms of a user, on one platform or on all. A platform that does not respond contributes none.
 */
export function forms(platform: Platform | undefined): Lookup {
  const asked = platform === undefined ? platforms : [platform]
  const find = async (userId: string, signal: AbortSignal) => {
    const found = await Promise.allSettled(asked.map((each) => formsOn[each](userId, signal)))
    const there = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const failed = found.find((each) => each.status === 'rejected')
    if (there.length === 0 && failed) throw failed.reason
    return there
  }
  return {
    scope: platform ?? '',
    find: (userId, _query, signal) => find(userId, signal),
    labelOf: async (formId, userId, signal) =>
      (await find(userId, signal)).find(({ value }) => value === formId)?.label ?? '',
  }
}

type Forms = (userId: string, signal: AbortSignal) => Promise<Choice[]>

const formsOn: Readonly<Record<Platform, Forms>> = {
  async social(userId, signal) {
    const { leadForms } = await client.social.get_leadform_list({ userId }, { signal })
    return leadForms.map(({ id, name, status }) => ({
      label: name,
      detail: `${nameOf('social')} · ${sentence(status)}`,
      value: id,
    }))
  },
  async search(userId, signal) {
    const { leadFormInfo } = await client.search.get_lead_forms({ userId }, { signal })
    return leadFormInfo.map(({ leadFormAssetId, name }) => ({
      label: name,
      detail: nameOf('search'),
      value: leadFormAssetId,
    }))
  },
  async pro(userId, signal) {
    const { leadForms } = await client.pro.get_lead_forms({ userId }, { signal })
    return leadForms.map(({ id, name }) => ({ label: name, detail: nameOf('pro'), value: String(id) }))
  },
}
