import { operations } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { advanceClocks } from '../../../testing/linking.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { dayMs } from '../../runtime/durations.ts'

const service = useService()

const connected = (userId: string, apiKey = service.apiKey) =>
  service.post('auth/get_connected_accounts_data', { userId }, apiKey)

/** Returns the only field of the results, which `expectSuccess` checks against the contract. */
async function accountsOf(userId: string) {
  const results = expectSuccess('auth/get_connected_accounts_data', await connected(userId))
  return results['connectedAccounts'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const health = { connectionStatus: 'active', reauthReason: '', missingPermissions: [] }
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/)

describe('auth/get_connected_accounts_data', () => {
  test('returns an empty object for a user without connections [R4.1, R4.1.userId, R4.1.results, R2.1]', async () => {
    const { userId } = (await service.call('user/create_user', { name: 'Nina' })).results.user
    expect(await accountsOf(userId)).toEqual({})
  })

  test('returns the ad account, page and Instagram account on Meta [R2.1.socialAds, R2.1.pages]', async () => {
    const userId = await newLinkedUser(service)
    expect(await accountsOf(userId)).toEqual({
      socialAds: {
        userName: 'Ada Fox',
        adAccountId: 1001200300400,
        adAccountIdText: '1001200300400',
        adAccountName: 'Fox Bakery',
        currencyCode: 'EUR',
        primaryPage: {
          id: '104500000000001',
          name: 'Fox Bakery',
          pictureUrl: expect.stringMatching(/^http.+\.jpg$/),
          businessManagerId: expect.stringMatching(/^\d+$/),
        },
        secondaryPage: {
          id: expect.stringMatching(/^1784\d{13}$/),
          name: 'Fox Bakery',
          pictureUrl: expect.stringMatching(/^http.+\.jpg$/),
          businessManagerId: expect.stringMatching(/^\d+$/),
        },
        ...health,
        expiresAt: instant,
      },
    })
  })

  test('omits secondaryPage when the page has no Instagram account [R2.1.pages]', async () => {
    const userId = await newLinkedUser(service, { accountId: '1001200300401', pageId: '104500000000002' })
    const { socialAds } = await accountsOf(userId)
    expect(socialAds).toMatchObject({ adAccountName: 'Fox Garden Shop' })
    expect(socialAds).not.toHaveProperty('secondaryPage')
  })

  test('returns the Google Ads account, and the manager account if there is one [R2.1.searchAds]', async () => {
    const direct = await newLinkedUser(service, { platform: 'SEARCH', accountId: '4823109756' })
    const { connectedAccounts } = operations['auth/get_connected_accounts_data'].example.results
    expect(await accountsOf(direct)).toEqual(connectedAccounts)
    const managed = await newLinkedUser(service, { platform: 'SEARCH', accountId: '4823109764' })
    expect(await accountsOf(managed)).toMatchObject({
      searchAds: { accountId: 4823109764, managerId: '7710000001' },
    })
  })

  test('returns the formatted number of a Google Ads account without a name as its name [R2.1.searchAds]', async () => {
    const userId = await newLinkedUser(service, {
      platform: 'SEARCH',
      person: 'otto',
      accountId: '6600000010',
    })
    expect(await accountsOf(userId)).toMatchObject({ searchAds: { accountName: '660-000-0010' } })
  })

  test('returns the LinkedIn ad account [R2.1.proAds]', async () => {
    const userId = await newLinkedUser(service, { platform: 'PROFESSIONAL', accountId: '512345678' })
    expect(await accountsOf(userId)).toEqual({
      proAds: {
        userName: 'Ada Fox',
        accountId: 512345678,
        accountIdText: '512345678',
        accountName: 'Fox Garden Shop',
        currencyCode: 'USD',
        organizationId: '2414183',
        ...health,
        expiresAt: instant,
      },
    })
  })

  test('returns the accounts of all platforms without a platform request [R2.1]', async () => {
    const userId = await newLinkedUser(service)
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
    await createSandboxAdmin(service).clearRequests()
    expect(Object.keys(await accountsOf(userId)).sort()).toEqual(['proAds', 'searchAds', 'socialAds'])
    for (const platform of ['social', 'search', 'pro'] as const)
      expect(await createSandboxAdmin(service, platform).requests()).toEqual([])
  })

  test('reads picture URLs from Meta once when the stored URLs are a day old', async () => {
    const sandbox = createSandboxAdmin(service)
    const userId = await newLinkedUser(service, { person: 'ben' })
    const picturesOf = async () => {
      const { primaryPage, secondaryPage } = (await accountsOf(userId))['socialAds'] as Record<
        'primaryPage' | 'secondaryPage',
        { pictureUrl: string }
      >
      return [primaryPage.pictureUrl, secondaryPage.pictureUrl]
    }
    const before = await picturesOf()
    await movePictures('104500000000101', '17841400000000101')
    await sandbox.clearRequests()
    expect(await picturesOf()).toEqual(before)
    expect(await sandbox.requests()).toEqual([])
    await advanceClocks(service, dayMs)
    const after = await picturesOf()
    expect(after).toEqual([expect.stringContaining('moved-page'), expect.stringContaining('moved-photo')])
    expect(await picturesOf()).toEqual(after)
    expect((await sandbox.requests()).map(({ call }) => call)).toEqual(['page.read'])
  })

  test('returns the stored picture URLs after a failure of Meta, and does not retry at once', async () => {
    const sandbox = createSandboxAdmin(service)
    const userId = await newLinkedUser(service, { person: 'greta' })
    const before = await accountsOf(userId)
    await advanceClocks(service, dayMs)
    await sandbox.clearRequests()
    await sandbox.injectFault({ call: 'page.read', kind: 'status', status: 400, code: '100' })
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await accountsOf(userId))['socialAds']?.['primaryPage']).toEqual(
        before['socialAds']?.['primaryPage'],
      )
    expect(await sandbox.requests()).toHaveLength(1)
  })

  /** Changes the picture URLs at the platform. */
  async function movePictures(pageId: string, photoAccountId: string): Promise<void> {
    type Places = Record<'pages' | 'photoAccounts', Record<string, { picture: string }>>
    const snapshot = (await createSandboxAdmin(service).callAdmin('GET', 'snapshot')) as {
      state: { social: Places }
    }
    const { pages, photoAccounts } = snapshot.state.social
    pages[pageId] = { ...pages[pageId], picture: 'moved-page' }
    photoAccounts[photoAccountId] = { ...photoAccounts[photoAccountId], picture: 'moved-photo' }
    await createSandboxAdmin(service).callAdmin('PUT', 'snapshot', snapshot)
  }

  test('returns a connection that needs a new consent, with its status and reason', async () => {
    const userId = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400', pageId: '' })
    const callback = `${service.url}/connect/deauthorize/social`
    await createSandboxAdmin(service).simulate('deauthorize', { person: 'yuki', url: callback })
    expect(await accountsOf(userId)).toMatchObject({
      socialAds: { userName: 'Yuki Yen', connectionStatus: 'revoked', reauthReason: 'user_revoked' },
    })
  })

  test('returns USER_NOT_FOUND for an unknown user and for a user of another workspace [R5.4.workspace]', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    const other = await service.newWorkspace()
    expectRefusal(await connected('usr_unknown'), 'USER_NOT_FOUND')
    expectRefusal(await connected(userId, other.apiKey), 'USER_NOT_FOUND')
  })
})

testOperationCosts('auth/get_connected_accounts_data', { store: 1, upstream: 0 })
