import { type CurlExample, curlExample } from '../platformDefinition.ts'

export function proCurlExamples(origin: string): readonly CurlExample[] {
  const headers = [
    `-H "Authorization: Bearer $TOKEN"`,
    `-H "LinkedIn-Version: 202609" -H "X-Restli-Protocol-Version: 2.0.0"`,
  ]
  return [
    curlExample(
      'Live ad accounts',
      `curl -s "${origin}/rest/adAccounts?q=search&search=(status:(values:List(ACTIVE)),test:false)"`,
      ...headers,
    ),
    curlExample(
      'Audiences of an ad account',
      `curl -s "${origin}/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A512345678&start=0&count=3"`,
      ...headers,
    ),
    curlExample(
      'A new daily budget',
      `curl -s -i "${origin}/rest/adAccounts/512345678/adCampaigns/361084726"`,
      ...headers,
      `-H "X-RestLi-Method: PARTIAL_UPDATE" -H "Content-Type: application/json"`,
      `-d '{"patch": {"$set": {"dailyBudget": {"amount": "75.00", "currencyCode": "USD"}}}}'`,
    ),
  ]
}
