// Finds operations by the words that people use for them.

import {
  declarationOf,
  listOperationTools,
  type OperationTool,
  platformFacts,
  platforms,
} from '@adrail/contract'

/** Maps words of queries to the terms in names and summaries with the same meaning. */
const synonyms: Readonly<Record<string, string>> = {
  all: 'list report',
  active: 'list',
  running: 'list',
  everything: 'list report',
  cost: 'report',
  best: 'report',
  worst: 'report',
  perform: 'report',
  performance: 'report insight',
  result: 'report insight',
  roas: 'report',
  roi: 'report',
  ctr: 'report insight',
  cpc: 'report insight idea',
  cpa: 'report',
  impression: 'report insight',
  click: 'report insight',
  spent: 'report',
  spend: 'report status',
  spending: 'report status',
  yesterday: 'report',
  week: 'report',
  today: 'report',
  month: 'report',
  compare: 'report',
  figure: 'report insight',
  statistic: 'insight report',
  analytic: 'insight report',
  stop: 'pause status',
  halt: 'pause status',
  off: 'pause status',
  resume: 'start status',
  activate: 'start status',
  enable: 'start status',
  launch: 'create',
  name: 'list',
  conversion: 'report',
  advertise: 'create',
  make: 'create',
  add: 'create',
  raise: 'edit budget',
  lower: 'edit budget',
  increase: 'edit budget',
  change: 'edit budget write',
  bid: 'budget',
  money: 'budget',
  customer: 'user',
  client: 'user',
  people: 'user',
  connect: 'link',
  disconnect: 'remove link',
  unlink: 'remove link',
  oauth: 'link',
  revert: 'undo',
  rollback: 'undo',
  back: 'undo',
  history: 'operation list event',
  log: 'event operation',
  id: 'find',
  happened: 'event',
  city: 'location',
  country: 'location',
  place: 'location',
  region: 'location',
  geo: 'location',
  photo: 'media image post',
  picture: 'media image post',
  image: 'media asset',
  job: 'targeting',
  company: 'targeting',
  title: 'targeting',
  industry: 'targeting',
  hobby: 'interest',
  signup: 'lead',
  contact: 'answer lead',
  detail: 'answer',
  enquiry: 'lead',
  retarget: 'audience',
  remarketing: 'audience',
  tracking: 'pixel conversion',
  phrase: 'keyword',
  term: 'keyword',
  rejected: 'ad issue',
  disapproved: 'ad issue',
  notification: 'webhook deliveries',
  callback: 'webhook deliveries',
}

const platformSynonyms = platforms.flatMap((platform) =>
  platformFacts[platform].searchWords.map((word) => [word, platform] as const),
)

/** Words that do not change the meaning of a query. */
const stopWords = new Set(
  'a an and are by can did do does find for from get give how i in into many new is it its let me my of on or our please show that the their them there this to us want was we were what when where which who why with you your'.split(
    ' ',
  ),
)

/**
 * A real query has fewer words. Each word is compared with every operation, so an endless query would block
 * the event loop.
 */
const maxWords = 50
/** A real query is shorter. */
const maxQueryLength = 2_000

const weights = { name: 3, summary: 2, text: 1 }

/** Maps a stemmed query word to its synonyms' stems. */
const expansions = new Map(
  [...platformSynonyms, ...Object.entries(synonyms)].map(([word, terms]) => [
    stem(word),
    terms.split(' ').map(stem),
  ]),
)

type Terms = ReadonlyMap<string, number>

const searchIndex = listOperationTools().map((tool) => ({ tool, terms: extractTerms(tool) }))

/** The number of operations with each term. Rare terms weigh more. */
const frequencies = new Map<string, number>()
for (const { terms } of searchIndex)
  for (const term of terms.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)

/** The operations among `candidates` that match, the best match first. */
export function findTools(query: string, candidates: readonly OperationTool[]): OperationTool[] {
  const words = [...new Set(tokenize(query.slice(0, maxQueryLength)))]
    .filter((word) => !stopWords.has(word))
    .slice(0, maxWords)
  const allowed = new Set(candidates.map(({ name }) => name))
  return searchIndex
    .filter(({ tool }) => allowed.has(tool.name))
    .map(({ tool, terms }) => ({ tool, score: computeScore(terms, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

function computeScore(terms: Terms, words: readonly string[]): number {
  return words.reduce(
    (sum, word) =>
      sum + Math.max(...[word, ...(expansions.get(word) ?? [])].map((term) => termWeight(terms, term))),
    0,
  )
}

function termWeight(terms: Terms, term: string): number {
  return (terms.get(term) ?? 0) * Math.log((1 + searchIndex.length) / (frequencies.get(term) ?? 1))
}

function extractTerms({ operation, name, description }: OperationTool): Terms {
  const terms = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of tokenize(text)) terms.set(word, Math.max(weight, terms.get(word) ?? 0))
  }
  const nameWords = tokenize(name)
  // With this, `lead_list_leads` is about leads more than `social_create_lead_form` is.
  for (const nameWord of nameWords)
    add(nameWord, weights.name + nameWords.filter((other) => other === nameWord).length / nameWords.length)
  add(declarationOf(operation).summary, weights.summary)
  add(description, weights.text)
  return terms
}

/** Splits text into stems. `leadForms` and `lead_form` have the same words. */
function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map(stem)
}

/** Reduces `campaign` and `campaigns`, and `pause`, `paused` and `pausing`, to one stem each. */
function stem(word: string): string {
  const singular = word.length > 2 ? word.replace(/(?<=[^su])s$/, '').replace(/ie$/, 'y') : word
  return singular.length > 4 ? singular.replace(/(ing|ed|e)$/, '') : singular
}
