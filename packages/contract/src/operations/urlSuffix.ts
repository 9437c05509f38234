import { line, violationParams } from '../values.ts'

/**
 * Query parameters that adrail appends to the URL of every ad: `k=v`, joined by `&`. A leading `?` or `&` is
 * dropped.
 */
export const urlSuffix = line(2048).refine(
  (value) => /^[?&]?[^\s=&#?]+=[^\s&#]*(&[^\s=&#]+=[^\s&#]*)*$/.test(value),
  violationParams('MALFORMED', 'must look like "utm_source=a&utm_medium=b", without blanks or "#".'),
)
