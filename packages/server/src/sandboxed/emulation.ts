// The sandbox in place of platforms: its URLs, its apps and its clock. Live platforms use nothing of this.

import { type Platform, platforms } from '@adrail/contract'
import { readRegisteredApps } from '@adrail/sandbox/apps'
import { standingTokenText } from '@adrail/sandbox/tokenTexts'
import type { Config } from '../config/config.ts'
import type { AppSettings } from '../platforms/connector-kit/appVariables.ts'
import { mapPlatforms } from '../platforms/connector-kit/mapPlatforms.ts'
import type { Sender } from '../platforms/connector-kit/upstream.ts'
import { completeSandboxSettings, type PlatformSettings } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { createRemoteSandboxWorld, type SandboxWorld } from './sandboxWorld.ts'

export interface Emulation {
  /** The settings of all platforms, with the sandbox's URLs and apps for the emulated platforms. */
  readonly settings: PlatformSettings
  /** Returns the world of the sandbox after its clock was read. */
  connectWorld(upstream: Sender, runtime: Runtime): Promise<SandboxWorld>
}

/** The platforms that the sandbox emulates. */
export function sandboxedPlatforms({ platforms: settings }: Pick<Config, 'platforms'>): Platform[] {
  return platforms.filter((platform) => settings[platform].mode === 'sandbox')
}

/**
 * Replaces the sandboxed platforms by the sandbox at a URL. `world` is the sandbox's world if this process
 * embeds it. Returns undefined if every platform is live.
 */
export function emulate(config: Config, url: string, world?: SandboxWorld): Emulation | undefined {
  const emulatedPlatforms = sandboxedPlatforms(config)
  if (emulatedPlatforms.length === 0) return undefined
  const settings = mapPlatforms<PlatformSettings>((platform) => {
    const configuredSettings = config.platforms[platform]
    if (!emulatedPlatforms.includes(platform)) return configuredSettings
    return completeSandboxSettings(platform, toSandboxSettings(platform, configuredSettings, url), {
      getRefreshToken: (personKey) => standingTokenText(platform, personKey, 'refresh'),
    })
  })
  return {
    settings,
    async connectWorld(upstream, runtime) {
      if (world) return world
      const remoteWorld = createRemoteSandboxWorld(url, upstream, runtime)
      await remoteWorld.refresh()
      return remoteWorld
    },
  }
}

/** Returns the app at a platform that the sandbox has from the start. */
export function findSandboxApp(platform: Platform): Pick<AppSettings, 'clientId' | 'clientSecret'> {
  const [app] = readRegisteredApps(platform)
  if (!app) throw new Error(`The sandbox has no app at ${platform}.`)
  return { clientId: app.clientId, clientSecret: app.clientSecret }
}

function toSandboxSettings<Settings extends AppSettings>(
  platform: Platform,
  settings: Settings,
  url: string,
): Settings {
  const urls = { apiUrl: url, authorizeUrl: url, tokenUrl: url }
  // The sandbox's apps have all permissions.
  return { ...settings, ...urls, ...findSandboxApp(platform), excludedScopes: [] }
}
