// Command lines that work unchanged: first one that sets a token of the demo person, then one per call.

import type { PlatformName } from '../core/exchange.ts'
import { standingTokenText } from '../oauth/tokenTexts.ts'

export interface CurlExamples {
  readonly platform: PlatformName
  /** Sets `TOKEN`, which the calls use. */
  readonly token: string
  readonly calls: readonly { readonly title: string; readonly line: string }[]
}

/** Builds the examples. `token` replaces the real one where a text must not depend on it. */
export function curlExamples(origin: string, token?: string): readonly CurlExamples[] {
  const examples = (platform: PlatformName, calls: CurlExamples['calls']) => ({
    platform,
    token: `TOKEN=${token ?? standingTokenText(platform, 'ada')}`,
    calls,
  })
  const call = (title: string, ...parts: readonly string[]) => ({ title, line: parts.join(' \\\n  ') })
  const search = (query: string) => [
    `curl -s ${origin}/v25/customers/4823109756/googleAds:search`,
    `-H "Authorization: Bearer $TOKEN" -H "developer-token: sandbox"`,
    `-H "login-customer-id: 7710000001" -H "Content-Type: application/json"`,
    `-d '{"query": "${query}"}'`,
  ]
  const pro = [
    `-H "Authorization: Bearer $TOKEN"`,
    `-H "LinkedIn-Version: 202609" -H "X-Restli-Protocol-Version: 2.0.0"`,
  ]
  return [
    examples('social', [
      call(
        'The ad accounts of a person',
        `curl -s "${origin}/v24.0/me/adaccounts?fields=id,name,currency&access_token=$TOKEN"`,
      ),
      call(
        'What a campaign spent',
        `curl -s "${origin}/v24.0/120210000000000011/insights?fields=spend,impressions,clicks&date_preset=last_7d&access_token=$TOKEN"`,
      ),
      call(
        'A new daily budget, in cents',
        `curl -s "${origin}/v24.0/120210000000000011?access_token=$TOKEN"`,
        `-d daily_budget=4500`,
      ),
    ]),
    examples('search', [
      call(
        'Campaigns of an account',
        ...search('SELECT campaign.id, campaign.name, campaign.status FROM campaign LIMIT 5'),
      ),
      call(
        'The account itself',
        ...search('SELECT customer.id, customer.descriptive_name, customer.currency_code FROM customer'),
      ),
    ]),
    examples('pro', [
      call(
        'Live ad accounts',
        `curl -s "${origin}/rest/adAccounts?q=search&search=(status:(values:List(ACTIVE)),test:false)"`,
        ...pro,
      ),
      call(
        'Audiences of an ad account',
        `curl -s "${origin}/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A512345678&start=0&count=3"`,
        ...pro,
      ),
      call(
        'A new daily budget',
        `curl -s -i "${origin}/rest/adAccounts/512345678/adCampaigns/361084726"`,
        ...pro,
        `-H "X-RestLi-Method: PARTIAL_UPDATE" -H "Content-Type: application/json"`,
        `-d '{"patch": {"$set": {"dailyBudget": {"amount": "75.00", "currencyCode": "USD"}}}}'`,
      ),
    ]),
  ]
}
