// Looks up the names of campaign groups, campaigns and creatives because analytics rows contain only URNs.

import type { Calls } from '../connector-kit/calls.ts'
import { list, malformedError, type ResponseParser, row } from '../connector-kit/rows.ts'
import type { RestliValue } from './restli.ts'
import { type NamedObjectRow, namedObjectRow } from './rows.ts'
import { parseUrnId } from './urns.ts'
import type { ProCall } from './wire.ts'

interface ObjectName {
  readonly name: string
  readonly status: string
}

export type ObjectNamesByUrn = ReadonlyMap<string, ObjectName>

interface NameSource {
  readonly resource: string
  readonly finder: string
  toParameters(urns: readonly string[]): Readonly<Record<string, RestliValue>>
}

const searchById = (urns: readonly string[]) => ({ search: { id: { values: urns } } })

/** The keys are the entity types in URNs. */
const sourceByUrnKind: Readonly<Record<string, NameSource>> = {
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups */
  sponsoredCampaignGroup: { resource: 'adCampaignGroups', finder: 'search', toParameters: searchById },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
  sponsoredCampaign: { resource: 'adCampaigns', finder: 'search', toParameters: searchById },
  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
  sponsoredCreative: {
    resource: 'creatives',
    finder: 'criteria',
    toParameters: (urns) => ({ creatives: urns }),
  },
}

/** One call requests at most this many names, so that one page contains all of them. */
const namesPerCall = 100

const page = row({ elements: list(namedObjectRow.shape) })
/** Parses a page into pairs of URN and name. */
const namesParser = (kind: string): ResponseParser<readonly (readonly [string, ObjectName])[]> => ({
  shape: page.shape,
  parse: (response) =>
    page.parse(response).elements.map((each) => [toUrn(kind, each.id), toObjectName(each)]),
})

/**
 * The result has no entry for an object that LinkedIn does not return. LinkedIn silently omits damaged
 * entities.
 */
export async function readObjectNames(
  urns: ReadonlySet<string>,
  accountId: string,
  calls: Calls<ProCall>,
): Promise<ObjectNamesByUrn> {
  const batches = Object.entries(sourceByUrnKind).flatMap(([kind, source]) =>
    splitIntoChunks([...urns].filter((urn) => urn.startsWith(`urn:li:${kind}:`))).map((urnChunk) => ({
      kind,
      source,
      urnChunk,
    })),
  )
  const results = await Promise.all(
    batches.map(async ({ kind, source: { resource, finder, toParameters }, urnChunk }) => {
      const parameters = { ...toParameters(urnChunk), pageSize: namesPerCall }
      const path = `adAccounts/${accountId}/${resource}`
      return await calls.read({ resource, path, finder, parameters }, namesParser(kind))
    }),
  )
  return new Map(results.flat())
}

function splitIntoChunks(urns: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(urns.length / namesPerCall) }, (_, index) =>
    urns.slice(index * namesPerCall, (index + 1) * namesPerCall),
  )
}

/** Creatives have a URN as id. Campaigns and groups have a number. */
function toUrn(kind: string, id: string): string {
  const digits = parseUrnId(id)
  if (!/^\d+$/.test(digits)) throw malformedError('id', 'is not an id')
  return `urn:li:${kind}:${digits}`
}

function toObjectName({ name = '', status, intendedStatus }: NamedObjectRow) {
  return { name, status: status ?? intendedStatus ?? '' }
}
