// Problems of an ad that appear only after it was accepted. The sandbox itself determines which ads are
// affected, so that tests can cause the problems on purpose.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup-issues-info

import type { AdIssue } from '../state.ts'

export function findIssue(link: string): AdIssue | undefined {
  if (link === '') return undefined
  const { hostname, protocol } = new URL(link)
  if (hostname.endsWith('.invalid'))
    return {
      summary: 'Link does not work',
      message: 'The website of this ad cannot be reached, so the ad cannot run.',
      isHard: true,
    }
  if (protocol === 'http:')
    return {
      summary: 'Link is not secure',
      message: 'The website of this ad has no secure address, so fewer people may see the ad.',
      isHard: false,
    }
  return undefined
}
