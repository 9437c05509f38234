// What campaign groups, campaigns and creatives are called: analytics knows them by their URNs alone.

import type { Calls } from '../kit/calls.ts'
import { garbled, list, type Reading, row } from '../kit/rows.ts'
import type { RestliValue } from './restli.ts'
import { type NamedRow, namedRow } from './rows.ts'
import type { ProCall } from './wire.ts'

interface Name {
  readonly name: string
  readonly status: string
}

export type Names = ReadonlyMap<string, Name>

interface Source {
  readonly resource: string
  readonly finder: string
  asked(urns: readonly string[]): Readonly<Record<string, RestliValue>>
}

const byId = (urns: readonly string[]) => ({ search: { id: { values: urns } } })

/** By the kind of their URN. */
const sources: Readonly<Record<string, Source>> = {
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups */
  sponsoredCampaignGroup: { resource: 'adCampaignGroups', finder: 'search', asked: byId },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
  sponsoredCampaign: { resource: 'adCampaigns', finder: 'search', asked: byId },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
  sponsoredCreative: { resource: 'creatives', finder: 'criteria', asked: (urns) => ({ creatives: urns }) },
}

/** So many are asked for in one call: a page holds them all. */
const namesPerCall = 100

const page = row({ elements: list(namedRow.shape) })
/** By the URNs of a kind of object. */
const readingOf = (kind: string): Reading<readonly (readonly [string, Name])[]> => ({
  shape: page.shape,
  read: (answer) => page.read(answer).elements.map((each) => [urnOf(kind, each.id), nameIn(each)]),
})

/** Who is not found has no name: damaged entities are left out of lists without a word. */
export async function readNames(
  urns: ReadonlySet<string>,
  accountId: string,
  calls: Calls<ProCall>,
): Promise<Names> {
  const wanted = Object.entries(sources).flatMap(([kind, source]) =>
    chunksOf([...urns].filter((urn) => urn.startsWith(`urn:li:${kind}:`))).map((some) => ({
      kind,
      source,
      some,
    })),
  )
  const found = await Promise.all(
    wanted.map(async ({ kind, source: { resource, finder, asked }, some }) => {
      const parameters = { ...asked(some), pageSize: namesPerCall }
      const path = `adAccounts/${accountId}/${resource}`
      return await calls.read({ resource, path, finder, parameters }, readingOf(kind))
    }),
  )
  return new Map(found.flat())
}

function chunksOf(urns: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(urns.length / namesPerCall) }, (_, index) =>
    urns.slice(index * namesPerCall, (index + 1) * namesPerCall),
  )
}

/** Creatives are known by their URN, everything else by its number. */
function urnOf(kind: string, id: string): string {
  const digits = id.slice(id.lastIndexOf(':') + 1)
  if (!/^\d+$/.test(digits)) throw garbled('id', 'is no id')
  return `urn:li:${kind}:${digits}`
}

function nameIn({ name = '', status, intendedStatus }: NamedRow) {
  return { name, status: status ?? intendedStatus ?? '' }
}
