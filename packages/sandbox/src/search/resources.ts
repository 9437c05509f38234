// The kinds of resources: what each is called, where its names point, which others a query may select beside it.
// https://developers.google.com/google-ads/api/fields/v25/overview

import { readTable } from '../core/dataFiles.ts'

const allVerbs = ['create', 'update', 'remove'] as const

export interface ResourceKind {
  /** As in queries: `campaign_budget`. */
  readonly name: string
  /** As in rows and results: `campaignBudget`. */
  readonly json: string
  readonly message: string
  /** As in resource names and in the path of its own mutate: `campaignBudgets`. */
  readonly collection: string
  /** Fields that lead to other resources, by the other's kind. */
  readonly links: Readonly<Record<string, string>>
  /** Other resources whose fields may be selected and filtered in a query FROM this one. */
  readonly attributedResources: readonly string[]
  /** Whether numbers can be asked for. */
  readonly hasMetrics: boolean
  readonly verbs: readonly (typeof allVerbs)[number][]
  /** What the resource name is made of: an id of its own, or parts of the resource joined by tildes. */
  readonly identity: 'own' | readonly string[]
}

const columns = ['name', 'message', 'collection', 'identity', 'verbs', 'links', 'beside', 'metrics'] as const

/** Read at once, because the platform's calls follow from it. */
export const resourceKinds: readonly ResourceKind[] = readTable('search/schema/resources.tsv', columns).map(
  ({ name, message, collection, identity, verbs, links, beside: attributedNames, metrics }) => ({
    name,
    json: message.charAt(0).toLowerCase() + message.slice(1),
    message,
    collection,
    links: Object.fromEntries(splitNames(links).map((link) => link.split('='))),
    attributedResources: splitNames(attributedNames),
    hasMetrics: metrics === 'yes',
    verbs: allVerbs.filter((verb) => splitNames(verbs).includes(verb)),
    identity: identity === 'own' ? identity : splitNames(identity),
  }),
)

function splitNames(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

const kindsByName: ReadonlyMap<string, ResourceKind> = new Map(resourceKinds.map((kind) => [kind.name, kind]))
const kindsByMessage: ReadonlyMap<string, ResourceKind> = new Map(
  resourceKinds.map((kind) => [kind.message, kind]),
)

export function findKind(name: string): ResourceKind | undefined {
  return kindsByName.get(name)
}

export function findKindByMessage(message: string): ResourceKind | undefined {
  return kindsByMessage.get(message)
}

export function getKind(name: string): ResourceKind {
  const kind = kindsByName.get(name)
  if (kind === undefined) throw new Error(`No kind of resource is called ${name}.`)
  return kind
}

/** `customers/1/campaigns/2` → `2` */
export function lastSegment(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}
