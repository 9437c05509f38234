/** Every kind of variation. */
export const variationKinds = [
  'numberOrText',
  'omitted',
  'nulls',
  'unknownFields',
  'order',
  'wording',
  'longCursors',
  'emptyLastPage',
  'offsetTotals',
  'errorDataText',
] as const
export type VariationKind = (typeof variationKinds)[number]
