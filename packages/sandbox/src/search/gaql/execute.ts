// Runs a compiled query over the resources of one account.

import { kindOrFail, type ResourceKind } from '../resources.ts'
import { at, setAt, text, type Wire, type WireValue } from '../wire.ts'
import type { CompiledQuery, Filter } from './compile.ts'
import { compare } from './conditions.ts'
import type { QueryField } from './fields.ts'

/** What a query sees of the world. */
export interface QueryWorld {
  /** All resources of a kind, in order of creation. */
  all(kind: string): readonly Wire[]
  /** A resource by its name. */
  named(kind: string, name: string): Wire | undefined
  /** A field the platform derives when it is read; undefined leaves the stored value. */
  derived(field: QueryField, resource: Wire): WireValue | undefined
  /** One entry per combination of segments, with the numbers of the resource; what the filters exclude is left out. */
  report(kind: ResourceKind, resource: Wire, query: CompiledQuery): readonly ReportRow[]
}

export interface ReportRow {
  readonly metrics: Wire
  readonly segments: Wire
}

/** The resources that take part in one row of the answer. */
interface Joined {
  readonly resources: ReadonlyMap<string, Wire | undefined>
  readonly report: ReportRow | undefined
}

export function execute(query: CompiledQuery, world: QueryWorld): Wire[] {
  const chains = chainsOf(query)
  const reports = query.metrics || query.segments.length > 0
  const dated = query.filters.some(({ field }) => field.resource === 'segments')
  const resourceFilters = query.filters.filter(({ field }) => !isReport(field))
  const metricFilters = query.filters.filter(({ field }) => field.resource === 'metrics')
  let rows: Joined[] = []
  for (const own of world.all(query.kind.name)) {
    const resources = join(query.kind, own, chains, world)
    if (!passes(resourceFilters, { resources, report: undefined }, world)) continue
    if (!reports && !dated) {
      rows.push({ resources, report: undefined })
      continue
    }
    for (const report of world.report(query.kind, own, query)) {
      const row = { resources, report }
      if (passes(metricFilters, row, world)) rows.push(row)
    }
  }
  if (query.orderBy.length > 0) rows = sorted(rows, query, world)
  if (query.limit !== undefined) rows = rows.slice(0, query.limit)
  return rows.map((row) => render(row, query, world))
}

/** For each other resource the query names: the links that lead to it from the FROM resource. */
function chainsOf(query: CompiledQuery): ReadonlyMap<string, readonly [string, string][]> {
  const wanted = new Set(
    [...query.select, ...query.filters.map(({ field }) => field), ...query.orderBy.map(({ field }) => field)]
      .map((field) => field.resource)
      .filter((name) => name !== query.kind.name && name !== 'metrics' && name !== 'segments'),
  )
  return new Map([...wanted].map((name) => [name, chain(query.kind, name) ?? []]))
}

function chain(kind: ResourceKind, target: string): [string, string][] | undefined {
  for (const [next, field] of Object.entries(kind.links)) {
    if (next === target) return [[next, field]]
    const further = chain(kindOrFail(next), target)
    if (further !== undefined) return [[next, field], ...further]
  }
  return undefined
}

function join(
  kind: ResourceKind,
  own: Wire,
  chains: ReadonlyMap<string, readonly [string, string][]>,
  world: QueryWorld,
): Map<string, Wire | undefined> {
  const resources = new Map<string, Wire | undefined>([[kind.name, own]])
  for (const [name, links] of chains) {
    if (name === 'customer') {
      resources.set(name, world.all('customer')[0])
      continue
    }
    let found: Wire | undefined = own
    for (const [next, field] of links) {
      found = found === undefined ? undefined : world.named(next, text(found[field]))
    }
    resources.set(name, found)
  }
  return resources
}

function passes(filters: readonly Filter[], row: Joined, world: QueryWorld): boolean {
  return filters.every(({ field, test }) => test(filterValue(field, row, world)))
}

/** A plain field that is not written has its default, and conditions see that. */
function filterValue(field: QueryField, row: Joined, world: QueryWorld): WireValue | undefined {
  const value = readValue(field, row, world)
  if (value !== undefined || field.field.optional || field.field.repeated) return value
  switch (field.field.kind) {
    case 'bool':
      return false
    case 'int64':
      return '0'
    case 'int32':
    case 'double':
    case 'float':
      return 0
    default:
      return undefined
  }
}

function readValue(field: QueryField, row: Joined, world: QueryWorld): WireValue | undefined {
  if (field.resource === 'metrics') return at(row.report?.metrics, field.path)
  if (field.resource === 'segments') return at(row.report?.segments, field.path)
  const resource = row.resources.get(field.resource)
  if (resource === undefined) return undefined
  return world.derived(field, resource) ?? at(resource, field.path)
}

function sorted(rows: Joined[], query: CompiledQuery, world: QueryWorld): Joined[] {
  const keyed = rows.map((row) => ({
    row,
    keys: query.orderBy.map(({ field }) => filterValue(field, row, world)),
  }))
  keyed.sort((left, right) => {
    for (const [index, { descending }] of query.orderBy.entries()) {
      const order = compareForOrder(left.keys[index], right.keys[index])
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

function compareForOrder(left: WireValue | undefined, right: WireValue | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined)
  return compare(left, right)
}

function render(row: Joined, query: CompiledQuery, world: QueryWorld): Wire {
  const rendered: Wire = {}
  if (query.namesResources) {
    nameResource(rendered, query.kind, row)
  }
  for (const field of query.select) {
    const value = readValue(field, row, world)
    if (field.resource === 'metrics' || field.resource === 'segments') {
      rendered[field.resource] ??= {}
      if (value !== undefined) setAt(rendered, [field.resource, ...field.path], value)
      continue
    }
    const kind = kindOrFail(field.resource)
    const resource = row.resources.get(field.resource)
    if (resource === undefined) continue
    if (query.namesResources) nameResource(rendered, kind, row)
    if (field.inner !== undefined && query.namesResources) {
      const inner = [...field.inner, 'resourceName']
      const name = at(resource, inner)
      if (name !== undefined) setAt(rendered, [kind.json, ...inner], name)
    }
    if (value !== undefined) setAt(rendered, [kind.json, ...field.path], value)
  }
  return rendered
}

function nameResource(rendered: Wire, kind: ResourceKind, row: Joined): void {
  if (rendered[kind.json] !== undefined) return
  const name = row.resources.get(kind.name)?.['resourceName']
  if (name !== undefined) rendered[kind.json] = { resourceName: name }
}

function isReport(field: QueryField): boolean {
  return field.resource === 'metrics' || field.resource === 'segments'
}
