import { listPermissionNames, platforms } from '@adrail/contract'
import { expect, test } from 'vitest'
import { startOAuthFlow } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import { negotiateLanguage } from './languages.ts'

const { texts: english } = negotiateLanguage('en')
const { name, nameAndEmail } = english.identity
/** These scopes only show who signs in. They are no permissions of the contract. */
const identity = {
  public_profile: name,
  openid: nameAndEmail,
  email: nameAndEmail,
  profile: nameAndEmail,
}

const service = useService({ environment: { LEADS: 'on', SOCIAL_EXTRA_SCOPES: 'pages_read_user_content' } })

test.each(platforms)(
  'the start page of a link lists every scope that adrail requests from %s',
  async (platform) => {
    const userId = await newUser(service)
    const { link, consentUrl } = await startOAuthFlow(service, { userId, platform: toLinkPlatform(platform) })
    const scopes = new URL(consentUrl).searchParams.get('scope')?.split(/[ ,]/) ?? []
    const requested = listPermissionNames(platform, 'needed', 'optional', 'extra', 'leads')
    expect(requested.filter((name) => !scopes.includes(name))).toEqual([])
    const page = await (await fetch(link)).text()
    const words = Object.entries({ ...english.permissions, ...identity })
    const named = words.filter(([, text]) => page.includes(`<li>${text}</li>`)).map(([scope]) => scope)
    expect(scopes.filter((scope) => !named.includes(scope))).toEqual([])
  },
)
