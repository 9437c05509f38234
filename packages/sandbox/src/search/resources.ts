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
  readonly beside: readonly string[]
  /** Whether numbers can be asked for. */
  readonly metrics: boolean
  readonly verbs: readonly (typeof allVerbs)[number][]
  /** What the resource name is made of: an id of its own, or parts of the resource joined by tildes. */
  readonly identity: 'own' | readonly string[]
}

const columns = ['name', 'message', 'collection', 'identity', 'verbs', 'links', 'beside', 'metrics'] as const

/** Read at once, because the platform's calls follow from it. */
export const resourceKinds: readonly ResourceKind[] = readTable('search/schema/resources.tsv', columns).map(
  ({ name, message, collection, identity, verbs, links, beside, metrics }) => ({
    name,
    json: message.charAt(0).toLowerCase() + message.slice(1),
    message,
    collection,
    links: Object.fromEntries(wordsOf(links).map((link) => link.split('='))),
    beside: wordsOf(beside),
    metrics: metrics === 'yes',
    verbs: allVerbs.filter((verb) => wordsOf(verbs).includes(verb)),
    identity: identity === 'own' ? identity : wordsOf(identity),
  }),
)

function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

const byName: ReadonlyMap<string, ResourceKind> = new Map(resourceKinds.map((found) => [found.name, found]))
const byMessage: ReadonlyMap<string, ResourceKind> = new Map(
  resourceKinds.map((found) => [found.message, found]),
)

export function kindNamed(name: string): ResourceKind | undefined {
  return byName.get(name)
}

export function kindOfMessage(message: string): ResourceKind | undefined {
  return byMessage.get(message)
}

export function kindOrFail(name: string): ResourceKind {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`No kind of resource is called ${name}.`)
  return found
}

/** `customers/1/campaigns/2` → `2` */
export function lastPart(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}
