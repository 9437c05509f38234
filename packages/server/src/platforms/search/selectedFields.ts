// What a query selects, field by field.

import type { Member, RowKind, Shape } from '../kit/rows.ts'

/** What a query selects to get a row: `campaign.id`, `campaign_budget.amount_micros`. */
export function fieldsOf({ shape }: Pick<RowKind<Shape>, 'shape'>): string[] {
  return Object.entries(shape).flatMap(([name, { inside }]) => {
    // Every resource of a row comes with its name, asked for or not.
    if (name === 'resourceName') return []
    const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return inside ? fieldsOf(inside).map((below) => `${field}.${below}`) : [field]
  })
}

/** What is selected as one field, though it has members: they cannot be asked for one by one. */
export function whole<Value>({ inside: _, ...member }: Member<Value>): Member<Value> {
  return member
}
