import { expect, test } from 'vitest'
import { buildProRequest } from './wire.ts'

const endpoints = {
  apiUrl: 'https://api.example',
  authorizeUrl: '',
  tokenUrl: '',
  version: '202609',
  clientId: '',
  clientSecret: '',
}
const fields = 'pivotValues,dateRange,form:(name,content)'
const asking = (accounts: readonly string[]) =>
  buildProRequest(
    { resource: 'adAnalytics', finder: 'analytics', parameters: { accounts, fields } },
    endpoints,
    'token',
  )

test('buildProRequest sends the fields parameter unencoded, in the URL of a GET and in the body of a tunneled POST', () => {
  const short = asking(['urn:li:sponsoredAccount:1'])
  expect(short).toMatchObject({
    method: 'GET',
    url: `https://api.example/rest/adAnalytics?q=analytics&accounts=List(urn%3Ali%3AsponsoredAccount%3A1)&fields=${fields}`,
  })
  const long = asking(Array.from({ length: 200 }, (_, index) => `urn:li:sponsoredAccount:${index}`))
  expect(long).toMatchObject({ method: 'POST', url: 'https://api.example/rest/adAnalytics' })
  expect(String(long.body)).toMatch(`&fields=${fields}`)
})
