// The variables that every platform has: whether it is emulated, and the app at the platform.

import type { DeclareVariable, VariableValues } from '../../variables/variable.ts'
import { apiVersion, choice, optionalText, url } from '../../variables/variableKinds.ts'
import type { PlatformVersions } from './versions.ts'

/** The values of these variables. */
export type AppSettings = VariableValues<ReturnType<typeof declareAppVariables>>

/** The largest daily quota that an operator can set. */
export const maxDailyQuota = 10_000_000

/** The names of the variables start with the prefix. */
export function declareAppVariables(
  declareVariable: DeclareVariable,
  prefix: string,
  { pattern, pinned }: PlatformVersions,
  urls: { readonly api: string; readonly authorize: string; readonly token: string },
) {
  return {
    mode: declareVariable(
      `ADRAIL_${prefix}`,
      choice(['sandbox', 'live'], 'sandbox'),
      'Whether adrail uses the sandbox or the real platform. `live` needs the two credentials, `ENCRYPTION_KEYS` and an https `PUBLIC_URL`.',
    ),
    clientId: declareVariable(`${prefix}_CLIENT_ID`, optionalText(), 'Id of your app at the platform.'),
    clientSecret: declareVariable(`${prefix}_CLIENT_SECRET`, optionalText(), 'Secret of your app.'),
    apiUrl: declareVariable(
      `${prefix}_API_URL`,
      url(urls.api),
      'Base URL of the API. It can be the URL of a recording proxy.',
    ),
    authorizeUrl: declareVariable(
      `${prefix}_AUTHORIZE_URL`,
      url(urls.authorize),
      'URL on which users give their consent.',
    ),
    tokenUrl: declareVariable(
      `${prefix}_TOKEN_URL`,
      url(urls.token),
      'URL at which adrail exchanges codes for tokens.',
    ),
    version: declareVariable(
      `${prefix}_API_VERSION`,
      apiVersion(pattern, pinned),
      'Version of the API that adrail uses. Use it to bridge the time between the expiry of an API version and the next adrail release.',
    ),
  }
}
