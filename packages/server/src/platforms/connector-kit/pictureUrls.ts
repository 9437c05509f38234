// Picture URLs of platforms in the results of operations.

import type { OperationName, Results } from '@adrail/contract'

/** Results of operations that are not listed contain no pictures of the platform. */
export type PictureUrlReaders = {
  readonly [Name in OperationName]?: (results: Results<Name>) => readonly (string | undefined)[]
}
