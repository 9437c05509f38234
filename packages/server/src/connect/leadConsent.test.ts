// Only while LEADS is on, a link requests the permissions to read leads and lists them on its page.

import { expect, test } from 'vitest'
import { startOAuthFlow } from '../../testing/linking.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { negotiateLanguage } from './languages.ts'

const { texts: english } = negotiateLanguage('en')

const reading = useService({ environment: { LEADS: 'on' } })
const silent = useService({ environment: { LEADS: 'off' } })

const ofLeads = {
  SOCIAL_A: ['leads_retrieval', 'pages_manage_metadata'],
  PROFESSIONAL: ['r_marketing_leadgen_automation'],
} as const

async function consentScopes(service: TestService, platform: keyof typeof ofLeads) {
  const { link, consentUrl } = await startOAuthFlow(service, { userId: await newUser(service), platform })
  const scopes = new URL(consentUrl).searchParams.get('scope')?.split(/[ ,]/) ?? []
  const page = await (await fetch(link)).text()
  return {
    scopes: ofLeads[platform].filter((name) => scopes.includes(name)),
    described: ofLeads[platform].filter((name) => page.includes(english.permissions[name])),
  }
}

test.each(['SOCIAL_A', 'PROFESSIONAL'] as const)(
  'a link to %s requests and lists the permissions to read leads only while LEADS is on',
  async (platform) => {
    const all = ofLeads[platform]
    expect(await consentScopes(reading, platform)).toEqual({ scopes: all, described: all })
    expect(await consentScopes(silent, platform)).toEqual({ scopes: [], described: [] })
  },
)
