// A campaign that a batch is going to change.

import type { ServiceError } from '../../runtime/errors.ts'
import type { BatchItem } from '../../store/batchItems.ts'

/** An item before it is numbered. */
export type BatchTarget = Pick<BatchItem, 'platform' | 'user_id' | 'account_id' | 'campaign_id'> & {
  readonly name: string
  readonly undoneId: string
  /** Why the campaigns of the ad account could not be listed, if known. */
  readonly failure?: ServiceError
}
