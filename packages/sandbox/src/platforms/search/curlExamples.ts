import { type CurlExample, curlExample } from '../platformDefinition.ts'

export function searchCurlExamples(origin: string): readonly CurlExample[] {
  const searchCall = (query: string) => [
    `curl -s ${origin}/v25/customers/4823109756/googleAds:search`,
    `-H "Authorization: Bearer $TOKEN" -H "developer-token: sandbox"`,
    `-H "login-customer-id: 7710000001" -H "Content-Type: application/json"`,
    `-d '{"query": "${query}"}'`,
  ]
  return [
    curlExample(
      'Campaigns of an account',
      ...searchCall('SELECT campaign.id, campaign.name, campaign.status FROM campaign LIMIT 5'),
    ),
    curlExample(
      'The account itself',
      ...searchCall('SELECT customer.id, customer.descriptive_name, customer.currency_code FROM customer'),
    ),
  ]
}
