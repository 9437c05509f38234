// Scopes that a platform withholds from a person, although the application requested them and the person
// allowed them.

import type { PlatformName } from '../core/exchange.ts'
import type { State } from '../core/state.ts'

declare module '../core/state.ts' {
  interface State {
    /** Withheld scopes by platform and person. Absent until a tester withholds some. */
    withheld?: Partial<Record<PlatformName, Record<string, readonly string[]>>>
  }
}

/** Returns the scopes without the withheld ones. Consents and calls use this result. */
export function removeWithheldScopes(
  state: State,
  platform: PlatformName,
  person: string,
  scopes: readonly string[],
): string[] {
  const withheld = state.withheld?.[platform]?.[person] ?? []
  return scopes.filter((scope) => !withheld.includes(scope))
}

/** Withholds these scopes in place of those withheld before. An empty list grants everything again. */
export function withholdScopes(
  state: State,
  platform: PlatformName,
  person: string,
  scopes: readonly string[],
): void {
  state.withheld ??= {}
  state.withheld[platform] = { ...state.withheld[platform], [person]: scopes }
}
