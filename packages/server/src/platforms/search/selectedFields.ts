// Derives the SELECT list of a GAQL query from the declared shape of its rows.

import type { RowField, RowKind, Shape } from '../connector-kit/rows.ts'

/** The fields have the platform's names, such as `campaign.id` or `campaign_budget.amount_micros`. */
export function listSelectedFields({ shape }: Pick<RowKind<Shape>, 'shape'>): string[] {
  return Object.entries(shape).flatMap(([name, { requested }]) => {
    // The platform returns the name of every resource of a row even if the query does not select the name.
    if (name === 'resourceName') return []
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return requested ? listSelectedFields(requested).map((subfield) => `${field}.${subfield}`) : [field]
  })
}

/**
 * A query selects such a value as one field because the platform does not let queries select its subfields.
 */
export function asSingleField<Value>({ requested: _, ...field }: RowField<Value>): RowField<Value> {
  return field
}
