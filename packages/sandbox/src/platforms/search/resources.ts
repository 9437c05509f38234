// The kinds of resources: their names, their links to other kinds, and their attributed resources in queries.
// Collections and verbs are generated from the platform's descriptors. The rest is written by hand.
// https://developers.google.com/google-ads/api/fields/v25/overview

import { readTable } from '../../core/dataFiles.ts'
import { toJsonName } from './schema/messageSpec.ts'

const allVerbs = ['create', 'update', 'remove'] as const

export interface ResourceKind {
  /** The name in queries: `campaign_budget`. */
  readonly name: string
  /** The name in rows and results: `campaignBudget`. */
  readonly jsonName: string
  readonly message: string
  /** The name in resource names and in the path of the kind's own mutate call: `campaignBudgets`. */
  readonly collection: string
  /** Fields that refer to other resources, by the kind of the other resource. */
  readonly links: Readonly<Record<string, string>>
  /** Other resources whose fields a query FROM this one can select and filter. */
  readonly attributedResources: readonly string[]
  /** Whether queries can select metrics. */
  readonly hasMetrics: boolean
  readonly verbs: readonly (typeof allVerbs)[number][]
  /** The parts of the resource name: a separate id, or parts of the resource joined by tildes. */
  readonly identity: 'own' | readonly string[]
}

const descriptors = new Map(
  readTable('search/descriptors/resources.tsv', ['name', 'collection', 'verbs']).map((row) => [
    row.name,
    row,
  ]),
)

/** Read eagerly, because the platform's calls derive from this list. */
export const resourceKinds: readonly ResourceKind[] = readTable('search/schema/resources.tsv', [
  'name',
  'identity',
  'links',
  'beside',
  'metrics',
]).map(({ name, identity, links, beside: attributedNames, metrics }) => {
  const { collection = '', verbs = '' } = descriptors.get(name) ?? {}
  const jsonName = toJsonName(name)
  return {
    name,
    jsonName,
    message: jsonName.charAt(0).toUpperCase() + jsonName.slice(1),
    collection,
    links: Object.fromEntries(splitNames(links).map((link) => link.split('='))),
    attributedResources: splitNames(attributedNames),
    hasMetrics: metrics === 'yes',
    verbs: allVerbs.filter((verb) => splitNames(verbs).includes(verb)),
    identity: identity === 'own' ? identity : splitNames(identity),
  }
})

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
