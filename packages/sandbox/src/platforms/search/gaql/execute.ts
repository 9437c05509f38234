// Executes a compiled query over the resources of one account.

import { getKind, type ResourceKind } from '../resources.ts'
import { asString, getAtPath, setAtPath, type WireObject, type WireValue } from '../wire.ts'
import type { CompiledQuery, QueryFilter } from './compile.ts'
import { compareValues } from './conditions.ts'
import type { QueryField } from './fields.ts'

/** The data that queries read. */
export interface QueryDataSource {
  /** All resources of a kind, in order of creation. */
  all(kind: string): readonly WireObject[]
  getByName(kind: string, name: string): WireObject | undefined
  /** Returns a value that the platform derives on read, or undefined when the stored value applies. */
  derive(field: QueryField, resource: WireObject): WireValue | undefined
  /** Returns one row per combination of segments, with the metrics of the resource, after the filters. */
  report(kind: ResourceKind, resource: WireObject, query: CompiledQuery): readonly ReportRow[]
}

export interface ReportRow {
  readonly metrics: WireObject
  readonly segments: WireObject
}

/** The resources that contribute to one row of the result. */
interface JoinedRow {
  readonly resources: ReadonlyMap<string, WireObject | undefined>
  readonly report: ReportRow | undefined
}

export function executeQuery(query: CompiledQuery, dataSource: QueryDataSource): WireObject[] {
  const joinPaths = resolveJoins(query)
  const needsReport = query.hasMetrics || query.segments.length > 0
  const hasSegmentFilter = query.filters.some(({ field }) => field.resource === 'segments')
  const resourceFilters = query.filters.filter(({ field }) => !isReportField(field))
  const metricFilters = query.filters.filter(({ field }) => field.resource === 'metrics')
  let rows: JoinedRow[] = []
  for (const resource of dataSource.all(query.kind.name)) {
    const resources = joinResources(query.kind, resource, joinPaths, dataSource)
    if (!matchesFilters(resourceFilters, { resources, report: undefined }, dataSource)) continue
    if (!needsReport && !hasSegmentFilter) {
      rows.push({ resources, report: undefined })
      continue
    }
    for (const report of dataSource.report(query.kind, resource, query)) {
      const row = { resources, report }
      if (matchesFilters(metricFilters, row, dataSource)) rows.push(row)
    }
  }
  if (query.orderBy.length > 0) rows = sortRows(rows, query, dataSource)
  if (query.limit !== undefined) rows = rows.slice(0, query.limit)
  return rows.map((row) => renderRow(row, query, dataSource))
}

/** For each other resource in the query: the links that lead to it from the FROM resource. */
function resolveJoins(query: CompiledQuery): ReadonlyMap<string, readonly [string, string][]> {
  const joinedResources = new Set(
    [...query.select, ...query.filters.map(({ field }) => field), ...query.orderBy.map(({ field }) => field)]
      .map((field) => field.resource)
      .filter((name) => name !== query.kind.name && name !== 'metrics' && name !== 'segments'),
  )
  return new Map([...joinedResources].map((name) => [name, findJoinPath(query.kind, name) ?? []]))
}

function findJoinPath(kind: ResourceKind, target: string): [string, string][] | undefined {
  for (const [linkedKind, field] of Object.entries(kind.links)) {
    if (linkedKind === target) return [[linkedKind, field]]
    const remainingPath = findJoinPath(getKind(linkedKind), target)
    if (remainingPath !== undefined) return [[linkedKind, field], ...remainingPath]
  }
  return undefined
}

function joinResources(
  kind: ResourceKind,
  resource: WireObject,
  joinPaths: ReadonlyMap<string, readonly [string, string][]>,
  dataSource: QueryDataSource,
): Map<string, WireObject | undefined> {
  const resources = new Map<string, WireObject | undefined>([[kind.name, resource]])
  for (const [name, links] of joinPaths) {
    if (name === 'customer') {
      resources.set(name, dataSource.all('customer')[0])
      continue
    }
    let linkedResource: WireObject | undefined = resource
    for (const [linkedKind, field] of links) {
      linkedResource =
        linkedResource === undefined
          ? undefined
          : dataSource.getByName(linkedKind, asString(linkedResource[field]))
    }
    resources.set(name, linkedResource)
  }
  return resources
}

function matchesFilters(
  filters: readonly QueryFilter[],
  row: JoinedRow,
  dataSource: QueryDataSource,
): boolean {
  return filters.every(({ field, test }) => test(filterValue(field, row, dataSource)))
}

/** Conditions treat an absent plain field as its default value. */
function filterValue(field: QueryField, row: JoinedRow, dataSource: QueryDataSource): WireValue | undefined {
  const value = readValue(field, row, dataSource)
  if (value !== undefined || field.messageField.optional || field.messageField.repeated) return value
  switch (field.messageField.kind) {
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

function readValue(field: QueryField, row: JoinedRow, dataSource: QueryDataSource): WireValue | undefined {
  if (field.resource === 'metrics') return getAtPath(row.report?.metrics, field.path)
  if (field.resource === 'segments') return getAtPath(row.report?.segments, field.path)
  const resource = row.resources.get(field.resource)
  if (resource === undefined) return undefined
  return dataSource.derive(field, resource) ?? getAtPath(resource, field.path)
}

function sortRows(rows: JoinedRow[], query: CompiledQuery, dataSource: QueryDataSource): JoinedRow[] {
  const keyedRows = rows.map((row) => ({
    row,
    keys: query.orderBy.map(({ field }) => filterValue(field, row, dataSource)),
  }))
  keyedRows.sort((left, right) => {
    for (const [index, { descending }] of query.orderBy.entries()) {
      const comparison = compareAbsentFirst(left.keys[index], right.keys[index])
      if (comparison !== 0) return descending ? -comparison : comparison
    }
    return 0
  })
  return keyedRows.map(({ row }) => row)
}

function compareAbsentFirst(left: WireValue | undefined, right: WireValue | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined)
  return compareValues(left, right)
}

function renderRow(row: JoinedRow, query: CompiledQuery, dataSource: QueryDataSource): WireObject {
  const rendered: WireObject = {}
  if (query.includesResourceNames) {
    addResourceName(rendered, query.kind, row)
  }
  for (const field of query.select) {
    const value = readValue(field, row, dataSource)
    if (field.resource === 'metrics' || field.resource === 'segments') {
      rendered[field.resource] ??= {}
      if (value !== undefined) setAtPath(rendered, [field.resource, ...field.path], value)
      continue
    }
    const kind = getKind(field.resource)
    const resource = row.resources.get(field.resource)
    if (resource === undefined) continue
    if (query.includesResourceNames) addResourceName(rendered, kind, row)
    if (field.innerPath !== undefined && query.includesResourceNames) {
      const innerPath = [...field.innerPath, 'resourceName']
      const name = getAtPath(resource, innerPath)
      if (name !== undefined) setAtPath(rendered, [kind.jsonName, ...innerPath], name)
    }
    if (value !== undefined) setAtPath(rendered, [kind.jsonName, ...field.path], value)
  }
  return rendered
}

function addResourceName(rendered: WireObject, kind: ResourceKind, row: JoinedRow): void {
  if (rendered[kind.jsonName] !== undefined) return
  const name = row.resources.get(kind.name)?.['resourceName']
  if (name !== undefined) rendered[kind.jsonName] = { resourceName: name }
}

function isReportField(field: QueryField): boolean {
  return field.resource === 'metrics' || field.resource === 'segments'
}
