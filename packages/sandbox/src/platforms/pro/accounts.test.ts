// Tests of accounts, their members and their organizations.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'

const { json, patch } = usePro()

test('an account search returns live accounts with currency and organization, and all accounts without criteria', async () => {
  const picked = await json(
    '/rest/adAccounts?q=search&search=(status:(values:List(ACTIVE,DRAFT)),test:false)&pageSize=100',
  )
  expect(
    picked.body.elements.map(({ id, name, currency, reference }) => [id, name, currency, reference]),
  ).toEqual([
    [512345678, 'Fox Garden Shop', 'USD', 'urn:li:organization:2414183'],
    [512345690, 'Fox Bakery Wholesale', 'EUR', 'urn:li:organization:2414190'],
  ])
  expect(picked.body.metadata).toEqual({})
  expect(picked.body).not.toHaveProperty('paging')
  const all = await json('/rest/adAccounts?q=search')
  expect(all.body.elements).toHaveLength(4)
  expect(all.body.elements[0]).toMatchObject({
    type: 'BUSINESS',
    status: 'ACTIVE',
    servingStatuses: ['RUNNABLE'],
    test: false,
    version: { versionTag: '14' },
    changeAuditStamps: { created: { actor: 'urn:li:unknown:0', time: expect.any(Number) } },
  })
})

test('a paged account search returns the seeded number of ad accounts for each person', async () => {
  const count = async (person: string) => {
    const ids = new Set<number>()
    for (let token = ''; ; ) {
      const { body } = await json(`/rest/adAccounts?q=search&pageSize=15${token && `&pageToken=${token}`}`, {
        person,
      })
      for (const { id } of body.elements) ids.add(id)
      token = body.metadata.nextPageToken ?? ''
      if (token === '') return ids.size
    }
  }
  expect(await count('ben')).toBe(1)
  expect(await count('nora')).toBe(0)
  expect(await count('otto')).toBe(40)
  expect(await count('agnes')).toBe(12)
  expect(await count('greta')).toBe(1)
  const yen = await json('/rest/adAccounts?q=search', { person: 'yuki' })
  expect(new Set(yen.body.elements.map(({ currency }) => currency))).toEqual(new Set(['JPY']))
})

test('only managers can rename an account, and no one can change its read-only fields', async () => {
  const path = '/rest/adAccounts/512345678'
  const set = (members: object, person = 'ada') => patch(path, { patch: { $set: members } }, { person })
  expect((await set({ name: 'Fox Garden', notifiedOnEndOfCampaign: false })).status).toBe(204)
  const { body } = await json(path)
  expect(body).toMatchObject({
    name: 'Fox Garden',
    notifiedOnEndOfCampaign: false,
    notifiedOnCreativeRejection: true,
    version: { versionTag: '15' },
  })
  for (const members of [{ currency: 'EUR' }, { shoeSize: 42 }, { name: 7 }])
    expect((await set(members)).status).toBe(422)
  expect((await set({ name: 'Mine' }, 'ben')).status).toBe(404)
  const managed = await patch('/rest/adAccounts/512345690', { patch: { $set: { name: 'Wholesale' } } })
  expect(managed.status).toBe(403)
  expect((await patch('/rest/adAccounts/512345712', { patch: { $set: { name: 'Gone' } } })).status).toBe(400)
})

test('account roles are listed in offset pages and read by their compound key', async () => {
  const first = await json('/rest/adAccountUsers?q=authenticatedUser', { person: 'otto' })
  expect(first.body.elements).toHaveLength(10)
  expect(first.body.paging.total).toBe(40)
  const roles = await json('/rest/adAccountUsers?q=authenticatedUser&start=0&count=100', { person: 'agnes' })
  expect(new Set(roles.body.elements.map(({ role }) => role))).toContain('VIEWER')
  const key = '(account:urn%3Ali%3AsponsoredAccount%3A512345678,user:urn%3Ali%3Aperson%3AaD4f0xK2p1)'
  const one = await json(`/rest/adAccountUsers/${key}`)
  expect(one.body).toMatchObject({
    account: 'urn:li:sponsoredAccount:512345678',
    role: 'ACCOUNT_BILLING_ADMIN',
  })
})

test('an account of another person returns the same error as an account that does not exist', async () => {
  const foreign = await json('/rest/adAccounts/513200451')
  const unknown = await json('/rest/adAccounts/1')
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual({ status: 404, code: 'NOT_FOUND', message: 'Not Found.' })
  expect(unknown.body).toEqual(foreign.body)
  const audiences = '/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A513200451'
  expect((await json(audiences)).body).toEqual(foreign.body)
  expect((await json('/rest/adAccounts/513200451/adCampaigns?q=search')).body).toEqual(foreign.body)
})

test('a person’s organizations are listed with their roles, and their names can be looked up', async () => {
  const acls = await json('/rest/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED')
  expect(acls.body.elements).toContainEqual({
    role: 'ADMINISTRATOR',
    organization: 'urn:li:organization:2414183',
    roleAssignee: 'urn:li:person:aD4f0xK2p1',
    state: 'APPROVED',
  })
  const names = await json('/rest/organizationsLookup?ids=List(2414183)&fields=localizedName')
  expect(names.body.results).toEqual({ '2414183': { localizedName: 'Fox Garden Shop' } })
})

test('the current member has a name in the versioned and the unversioned API', async () => {
  for (const path of ['/rest/me', '/v2/me']) {
    expect((await json(path)).body).toMatchObject({
      id: 'aD4f0xK2p1',
      localizedFirstName: 'Ada',
      localizedLastName: 'Fox',
      firstName: { localized: { en_US: 'Ada' }, preferredLocale: { country: 'US', language: 'en' } },
    })
  }
})
