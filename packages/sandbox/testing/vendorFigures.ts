// Metrics as the vendors' own clients read them, for comparison.

import { createRequire } from 'node:module'
import { RestliClient } from 'linkedin-api-client'
import { standingTokenText } from '../src/index.ts'

// Neither package has types for the parts that this file uses.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Untyped = any
type Row = Readonly<Record<string, Untyped>>

const require = createRequire(import.meta.url)

/** Reads all insights of an ad account or of an ad, page by page. */
export function metaInsights(platformUrl: string, person = 'ada') {
  const { FacebookAdsApi, AdAccount, Ad } = require('facebook-nodejs-business-sdk')
  // The host is a static getter, which can be redefined.
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => platformUrl, configurable: true })
  const api = new FacebookAdsApi(standingTokenText('social', person), 'en_US', false)
  return async (id: string, fields: readonly string[], params: object, level = 'account'): Promise<Row[]> => {
    const [Node, node] = level === 'ad' ? [Ad, id] : [AdAccount, `act_${id}`]
    const cursor = await new Node(node, {}, undefined, api).getInsights(fields, { limit: 500, ...params })
    const rows = [...cursor]
    while (cursor.hasNext()) rows.push(...(await cursor.next()))
    return rows.map((row: Untyped) => row._data)
  }
}

/** Reads all rows of a query, with numbers as the client returns them. */
export function googleAdsQuery(platformUrl: string, person = 'ada', login = '7710000001') {
  const { GoogleAdsApi }: Untyped = require('google-ads-api')
  // The client reads through the shared axios, so redirecting that is sufficient.
  const axios: Untyped = createRequire(require.resolve('google-ads-api'))('axios')
  return async (customerId: string, query: string): Promise<Row[]> => {
    const interceptor = axios.interceptors.request.use((config: Untyped) => ({
      ...config,
      url: String(config.url).replace('https://googleads.googleapis.com', platformUrl),
    }))
    try {
      const api = new GoogleAdsApi({ client_id: 'any', client_secret: 'any', developer_token: 'ignored' })
      const customer = api.Customer({
        customer_id: customerId,
        login_customer_id: login,
        refresh_token: standingTokenText('search', person, 'refresh'),
      })
      customer.getAccessToken = async () => standingTokenText('search', person)
      return await customer.query(query)
    } finally {
      axios.interceptors.request.eject(interceptor)
    }
  }
}

/** Returns the name of a conversion category, which the client returns as a number. */
export function conversionCategory(categoryNumber: number): string {
  const { enums }: Untyped = require('google-ads-api')
  return enums.ConversionActionCategory[categoryNumber] ?? ''
}

/** Reads one response of analytics. */
export function linkedinAnalytics(platformUrl: string, person = 'ada') {
  const client = new RestliClient()
  client.axiosInstance.interceptors.request.use((config) => ({
    ...config,
    url: (config.url ?? '').replace('https://api.linkedin.com', platformUrl),
  }))
  return async (finderName: string, queryParams: Row): Promise<Row[]> => {
    const { data } = await client.finder({
      resourcePath: '/adAnalytics',
      finderName,
      queryParams,
      accessToken: standingTokenText('pro', person),
      versionString: '202609',
    })
    return data.elements as Row[]
  }
}
