// Looks up the names of campaign groups, campaigns and creatives because analytics rows contain only URNs.

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

/** The keys are the entity types in URNs. */
const sources: Readonly<Record<string, Source>> = {
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups */
  sponsoredCampaignGroup: { resource: 'adCampaignGroups', finder: 'search', asked: byId },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
  sponsoredCampaign: { resource: 'adCampaigns', finder: 'search', asked: byId },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
  sponsoredCreative: { resource: 'creatives', finder: 'criteria', asked: (urns) => ({ creatives: urns }) },
}

/** One call requests at most this many names, so that one page contains all of them. */
const namesPerCall = 100

const page = row({ elements: list(namedRow.shape) })
/** Parses a page into pairs of URN and name. */
const readingOf = (kind: string): Reading<readonly (readonly [string, Name])[]> => ({
  shape: page.shape,
  read: (answer) => page.read(answer).elements.map((each) => [urnOf(kind, each.id), nameIn(each)]),
})

/**
 * The result has no entry for an object that LinkedIn does not return. LinkedIn silently omits damaged
 * entities.
 */
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

/** Creatives have a URN as id. Campaigns and groups have a number. */
function urnOf(kind: string, id: string): string {
  const digits = id.slice(id.lastIndexOf(':') + 1)
  if (!/^\d+$/.test(digits)) throw garbled('id', 'is no id')
  return `urn:li:${kind}:${digits}`
}

function nameIn({ name = '', status, intendedStatus }: NamedRow) {
  return { name, status: status ?? intendedStatus ?? '' }
}
