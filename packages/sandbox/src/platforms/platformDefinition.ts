// Everything that the sandbox knows about a platform. The folder of a platform exports one definition, and shared
// code looks its facts up there instead of naming platforms. The folder `data/<name>` contains the platform's
// registered applications and the ids of the people.

import type { Platform, PlatformName, Simulation } from '../core/exchange.ts'
import type { PlatformStates, State, Switches } from '../core/state.ts'
import type { OAuthProfile } from '../oauth/profile.ts'
import type { VariationRules } from '../variation/rules.ts'

export interface PlatformDefinition<Name extends PlatformName = PlatformName> extends Platform {
  readonly name: Name
  /** The emulated API, such as `Meta Graph and Marketing API`. */
  readonly api: string
  readonly oauth: OAuthProfile
  readonly variation: VariationRules
  /**
   * Actions of the platform that a tester can trigger by name with `POST
   * /_sandbox/simulate/{platform}/{name}`.
   */
  readonly simulations: Readonly<Record<string, Simulation>>
  emptyState(): PlatformStates[Name]
  defaultSwitches(): Switches[Name]
  /** Adds the platform's part of the starting world. */
  seed(state: State): void
  /** The accounts that a person can choose from on this platform, for the list of people. */
  listAccounts(state: State, personKey: string): readonly AccountSummary[]
  /**
   * Sets the URL for notices about leads, as an operator enters it in the platform's dashboard of an
   * application. Absent where an API call or a lead form sets the URL.
   */
  setLeadUrl?(state: State, clientId: string, url: string): void
  /** Example calls for the page. They use the variable `TOKEN`. */
  curlExamples(origin: string): readonly CurlExample[]
  /** The demo person's tokens and the ids of the starting world that the examples of the documentation use. */
  demoAccess(identity: ListedIdentity): Readonly<Record<string, string>>
}

export interface AccountSummary {
  /** Kind of account, such as `adAccount`, `page`, `manager`. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly currency?: string
}

/** A person on one platform, as the list of people shows the person. */
export interface ListedIdentity {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken?: string
  readonly accounts: readonly AccountSummary[]
}

export interface CurlExample {
  readonly title: string
  readonly line: string
}

/** Builds an example of a command line that continues over several lines. */
export function curlExample(title: string, ...parts: readonly string[]): CurlExample {
  return { title, line: parts.join(' \\\n  ') }
}

/** Checks a definition, and keeps its exact type. */
export function definePlatform<Name extends PlatformName, Definition extends PlatformDefinition<Name>>(
  definition: Definition & { readonly name: Name },
): Definition {
  return definition
}
