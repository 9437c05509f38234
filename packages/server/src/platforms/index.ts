// The only list of the platforms' definitions. To add a platform, add its folder and a line here.

import type { Platform } from '@adrail/contract'
import type { VariableValues } from '../variables/variable.ts'
import { mapPlatforms } from './connector-kit/mapPlatforms.ts'
import type { ClientDeps } from './connector-kit/platformClient.ts'
import type { PlatformDefinition, SandboxSettingsDeps } from './connector-kit/platformDefinition.ts'
import { pro } from './pro/index.ts'
import { search } from './search/index.ts'
import { social } from './social/index.ts'

export const platformDefinitions = { social, search, pro } satisfies {
  readonly [Name in Platform]: PlatformDefinition<Name>
}

/** The selection of each platform. */
export type Selections = {
  readonly [Name in Platform]: ReturnType<(typeof platformDefinitions)[Name]['selection']['parse']>
}

type Definitions = typeof platformDefinitions

type PlatformVariables = { readonly [Name in Platform]: Definitions[Name]['variables'] }

/** The configuration of each platform. */
export type PlatformSettings = VariableValues<PlatformVariables>

/** The client of each platform, with its exact type. */
export type PlatformClients = { readonly [Name in Platform]: ReturnType<Definitions[Name]['createClient']> }

export type Connectors = {
  readonly [Name in Platform]: ReturnType<PlatformClients[Name]['createConnector']>
}

/** Returns the definition of a platform, whose parts take the platform's own connector. */
export function definitionOf<Name extends Platform>(
  platform: Name,
): PlatformDefinition<Name, Connectors[Name]> {
  const definitions: {
    readonly [Each in Platform]: PlatformDefinition<Each, Connectors[Each]>
  } = platformDefinitions
  return definitions[platform]
}

/** Keeps each platform's exact types while code iterates the platforms. */
const exactDefinitions: {
  readonly [Name in Platform]: {
    readonly variables: PlatformVariables[Name]
    completeSandboxSettings?(
      settings: PlatformSettings[Name],
      deps: SandboxSettingsDeps,
    ): PlatformSettings[Name]
    createClient(deps: ClientDeps<PlatformSettings[Name]>): PlatformClients[Name]
  }
} = platformDefinitions

export const platformVariables = mapPlatforms<PlatformVariables>(
  (platform) => exactDefinitions[platform].variables,
)

/** Adds what the platform needs besides an app when adrail uses the sandbox in its place. */
export function completeSandboxSettings<Name extends Platform>(
  platform: Name,
  settings: PlatformSettings[Name],
  deps: SandboxSettingsDeps,
): PlatformSettings[Name] {
  return exactDefinitions[platform].completeSandboxSettings?.(settings, deps) ?? settings
}

export function createPlatformClients(
  getDeps: <Name extends Platform>(platform: Name) => ClientDeps<PlatformSettings[Name]>,
): PlatformClients {
  return mapPlatforms<PlatformClients>((platform) =>
    exactDefinitions[platform].createClient(getDeps(platform)),
  )
}
