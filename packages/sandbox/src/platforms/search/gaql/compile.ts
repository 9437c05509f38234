// Checks a parsed query against the resources: selectable fields, filters, ordering.

import { findKind, type ResourceKind } from '../resources.ts'
import { compileCondition, type ValueTest } from './conditions.ts'
import { type QueryField, resolveField } from './fields.ts'
import type { ParsedQuery } from './parse.ts'
import { queryError } from './tokens.ts'

export interface QueryFilter {
  readonly field: QueryField
  readonly test: ValueTest
}

export interface CompiledQuery {
  readonly kind: ResourceKind
  readonly select: readonly QueryField[]
  readonly filters: readonly QueryFilter[]
  readonly orderBy: readonly { readonly field: QueryField; readonly descending: boolean }[]
  readonly limit: number | undefined
  /** Whether rows contain the names of the resources of selected fields. */
  readonly includesResourceNames: boolean
  readonly hasMetrics: boolean
  readonly segments: readonly QueryField[]
}

export function compileQuery(query: ParsedQuery, today: number, version: number): CompiledQuery {
  const kind = resolveFromKind(query)
  const select = unique(query.select).map((name) => resolveField(name, version))
  for (const field of select) checkSelectable(kind, field, 'SELECT')
  const filters = query.where.map((condition) => {
    const field = resolveField(condition.field, version)
    checkSelectable(kind, field, 'WHERE')
    return { field, test: compileCondition(condition, field, { today, version }) }
  })
  const orderBy = query.orderBy.map(({ field: name, descending }) => {
    const field = resolveField(name, version)
    checkSelectable(kind, field, 'SELECT')
    if (field.messageField.repeated) {
      throw queryError('PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE', `The field '${name}' cannot be ordered by.`)
    }
    return { field, descending }
  })
  checkReferencesSelected(select, filters, orderBy)
  const referencedFields = [...select, ...filters.map(({ field }) => field)]
  checkSegmentedMetrics(referencedFields)
  return {
    kind,
    select,
    filters,
    orderBy,
    limit: query.limit,
    includesResourceNames: query.parameters['omit_unselected_resource_names'] !== 'true',
    hasMetrics: referencedFields.some((field) => field.resource === 'metrics'),
    segments: select.filter((field) => field.resource === 'segments'),
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/**
 * Returns the resource of the FROM clause, or the resource of the first selected field when the clause is
 * absent.
 */
function resolveFromKind(query: ParsedQuery): ResourceKind {
  if (query.from === undefined) {
    const inferredKind = query.select
      .map((name) => findKind(name.split('.')[0] ?? ''))
      .find((candidate) => candidate !== undefined)
    if (inferredKind === undefined)
      throw queryError('EXPECTED_FROM', 'Error in query: the FROM clause is missing.')
    return inferredKind
  }
  const kind = findKind(query.from)
  if (kind === undefined) {
    throw queryError(
      'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE',
      `Error in FROM clause: '${query.from}' is not a resource that can be queried.`,
    )
  }
  return kind
}

function checkSelectable(kind: ResourceKind, field: QueryField, clause: 'SELECT' | 'WHERE'): void {
  const { resource, name } = field
  if (resource === kind.name || kind.attributedResources.includes(resource)) return
  if (resource === 'metrics' || resource === 'segments') {
    if (kind.hasMetrics) return
    const code =
      resource === 'metrics'
        ? 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'
        : 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE'
    throw queryError(code, `Cannot select or filter on '${name}' with the resource '${kind.name}'.`)
  }
  throw queryError(
    `PROHIBITED_RESOURCE_TYPE_IN_${clause}_CLAUSE`,
    `Cannot use the field '${name}': its resource is incompatible with the resource '${kind.name}' in the FROM clause.`,
  )
}

const coreDates: ReadonlySet<string> = new Set([
  'segments.date',
  'segments.week',
  'segments.month',
  'segments.quarter',
  'segments.year',
])

/**
 * A query must select every segment in its filters, except for the core dates, and every field in ORDER BY.
 */
function checkReferencesSelected(
  select: readonly QueryField[],
  filters: readonly QueryFilter[],
  orderBy: readonly { readonly field: QueryField }[],
): void {
  const selectedNames = new Set(select.map(({ name }) => name))
  const missing =
    filters.find(
      ({ field }) =>
        field.resource === 'segments' && !coreDates.has(field.name) && !selectedNames.has(field.name),
    ) ?? orderBy.find(({ field }) => isReportField(field) && !selectedNames.has(field.name))
  if (missing === undefined) return
  throw queryError(
    'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    `The following field must be present in the SELECT clause: '${missing.field.name}'.`,
  )
}

const conversionMetricPattern = /^metrics\.(all_)?conversions(_value)?$/

/**
 * With the conversion category segment, a query can select only conversion metrics.
 * https://developers.google.com/google-ads/api/docs/reporting/segmentation
 */
function checkSegmentedMetrics(fields: readonly QueryField[]): void {
  if (!fields.some(({ name }) => name === 'segments.conversion_action_category')) return
  const other = fields.find(
    ({ name, resource }) => resource === 'metrics' && !conversionMetricPattern.test(name),
  )
  if (other === undefined) return
  throw queryError(
    'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    `The field '${other.name}' cannot be asked for together with 'segments.conversion_action_category'.`,
  )
}

function isReportField(field: QueryField): boolean {
  return field.resource === 'metrics' || field.resource === 'segments'
}
