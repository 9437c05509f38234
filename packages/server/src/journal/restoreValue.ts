// Restores a value that a step has changed.

import { ServiceError } from '../runtime/errors.ts'
import { isRefusal, LeftoverObject } from './refusal.ts'

/** A value at the platform. */
interface PlatformValue {
  /** The subject of a sentence, such as `The daily budget of ad group 361`. */
  readonly name: string
  read(): Promise<unknown>
  set(value: string): Promise<void>
}

/**
 * Restores the earlier value unless someone else has set another one meanwhile. Reads may lag, so a value
 * that seems restored is set all the same. A restore that the platform refuses is not retried, because
 * retries would block every other change of the campaign.
 */
export async function restoreValue(
  { name, read, set }: PlatformValue,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  try {
    const currentValue = await read()
    if (currentValue !== from && currentValue !== to)
      throw new LeftoverObject(`${name} keeps the value that someone else set meanwhile.`)
    await set(from)
  } catch (error) {
    if (!(error instanceof ServiceError && isRefusal(error))) throw error
    throw new LeftoverObject(
      `${name} keeps its new value, because the platform refused to restore the earlier value.`,
    )
  }
}
