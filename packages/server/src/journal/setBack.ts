// How a value is taken back that a step has changed from one to another.

import { ServiceError } from '../base/errors.ts'
import { isRefusal, LeftBehind } from './refusal.ts'

/** A value at the platform. */
interface Place {
  /** As a sentence begins with it: `The daily budget of ad group 361`. */
  readonly name: string
  read(): Promise<unknown>
  set(value: string): Promise<void>
}

/**
 * Sets what it was before, unless somebody else has set something meanwhile. A read may lag behind: what seems to be as
 * before is set all the same. What the platform refuses to take back is not tried again, or the campaign would be kept from
 * every other change for as long.
 */
export async function setBack(
  { name, read, set }: Place,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  try {
    const present = await read()
    if (present !== from && present !== to)
      throw new LeftBehind(`${name} stays as somebody else set it meanwhile.`)
    await set(from)
  } catch (error) {
    if (!(error instanceof ServiceError && isRefusal(error))) throw error
    throw new LeftBehind(`${name} stays as it was set: the platform refused to set it back.`)
  }
}
