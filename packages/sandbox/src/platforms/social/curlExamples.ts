import { type CurlExample, curlExample } from '../platformDefinition.ts'

export function socialCurlExamples(origin: string): readonly CurlExample[] {
  return [
    curlExample(
      'The ad accounts of a person',
      `curl -s "${origin}/v24.0/me/adaccounts?fields=id,name,currency&access_token=$TOKEN"`,
    ),
    curlExample(
      'What a campaign spent',
      `curl -s "${origin}/v24.0/120210000000000011/insights?fields=spend,impressions,clicks&date_preset=last_7d&access_token=$TOKEN"`,
    ),
    curlExample(
      'A new daily budget, in cents',
      `curl -s "${origin}/v24.0/120210000000000011?access_token=$TOKEN"`,
      `-d daily_budget=4500`,
    ),
  ]
}
