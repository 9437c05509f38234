// From a link to a connection and back to the caller, in a real browser.

import { describe, expect, test } from 'vitest'
import { useService } from '../../testing.ts'
import { accountsOf, linkPlatforms, newLink, statusOfLink, useSite, useVisitors } from './testing.ts'

const service = useService()
const { visitor } = useVisitors(service)
const site = useSite(service)

describe('a login with one account', () => {
  test.each(linkPlatforms)('is connected to %s without a question and sent back', async (platform) => {
    const { link, linkId, userId } = await newLink(service, { platform, redirectUri: site.url, state: 'x' })
    const ben = await visitor()
    await ben.goThrough(link, 'ben')

    const back = await site.arrival(ben)
    expect(Object.fromEntries(back.searchParams)).toEqual({ status: 'success', platform, state: 'x' })
    expect(await statusOfLink(service, linkId)).toBe('completed')
    expect(Object.keys(await accountsOf(service, userId))).toHaveLength(1)
  })
})
