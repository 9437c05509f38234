// The client applications that exist from the start. A service that uses a remote sandbox reads its app here,
// without loading the sandbox.

import { readJson } from '../core/dataFiles.ts'
import type { RegisteredApp } from './people.ts'

/** The first application of a platform is the one that the service uses. */
export function readRegisteredApps(platform: string): RegisteredApp[] {
  return readJson(`${platform}/apps.json`)
}
