import { fails, line } from '../values.ts'

/** Parameters for the end of every ad's URL: `k=v`, joined by `&`; a leading `?` or `&` is dropped. */
export const urlSuffix = line(2048).refine(
  (value) => /^[?&]?[^\s=&#?]+=[^\s&#]*(&[^\s=&#]+=[^\s&#]*)*$/.test(value),
  fails('MALFORMED', 'must look like "utm_source=a&utm_medium=b", without blanks or "#".'),
)
