// What a form tells each of its fields.

import type { ComponentChildren } from 'preact'
import type { Members, Value } from './draft.ts'

export interface Surrounding {
  readonly operation: string
  readonly userId: string
  /** Of the ad account; empty until it is known. */
  readonly currencyCode: string
  /** All that was filled in. */
  readonly draft: Members
  /** What the service says of the member at a path such as `ads[0].headlines[2]`. */
  errorOf(path: string): string
  /** What stands below the member at a path, such as how it will look. */
  below(path: string, value: Value): ComponentChildren
}
