import { permissionNames, platforms } from '@adrail/contract'
import { expect, test } from 'vitest'
import { beginTrip } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { nameOf } from '../platforms/kit/names.ts'
import { english } from './texts/english.ts'

const service = useService({ environment: { LEADS: 'on', SOCIAL_EXTRA_SCOPES: 'pages_read_user_content' } })

test.each(platforms)(
  'the first page of a link names every permission that %s is asked for',
  async (platform) => {
    const userId = await newUser(service)
    const { link, consentUrl } = await beginTrip(service, { userId, platform: nameOf(platform) })
    const scopes = new URL(consentUrl).searchParams.get('scope')?.split(/[ ,]/) ?? []
    const requested = permissionNames(platform, 'needed', 'optional', 'extra', 'leads')
    expect(requested.filter((name) => !scopes.includes(name))).toEqual([])
    const page = await (await fetch(link)).text()
    expect(requested.filter((name) => !page.includes(english.permissions[name]))).toEqual([])
  },
)
