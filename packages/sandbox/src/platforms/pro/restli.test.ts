import { expect, test } from 'vitest'
import {
  decodeFlatQuery,
  decodeValue,
  encodeLeaf,
  encodeReducedKey,
  parseQueryPairs,
  RestliSyntaxError,
} from './restli.ts'

const decoded = (query: string) =>
  Object.fromEntries(parseQueryPairs(query).map(([name, text]) => [name, decodeValue(text)]))

test('decodeValue decodes the parameters of a Rest.li 2.0 query to their structures', () => {
  expect(decoded('account=urn%3Ali%3AsponsoredAccount%3A507404993&start=0&count=100')).toEqual({
    account: 'urn:li:sponsoredAccount:507404993',
    start: '0',
    count: '100',
  })
  expect(
    decoded('search=(status:(values:List(ACTIVE,DRAFT)),type:(values:List(BUSINESS)),test:false)'),
  ).toEqual({
    search: { status: { values: ['ACTIVE', 'DRAFT'] }, type: { values: ['BUSINESS'] }, test: 'false' },
  })
  expect(decoded('search=(name:(values:List(Acme%20%28EU%29%2C%20Q4%3A%20%27brand%27)))')).toEqual({
    search: { name: { values: ["Acme (EU), Q4: 'brand'"] } },
  })
  expect(decoded('dateRange=(start:(year:2026,month:10,day:1),end:(year:2026,month:10,day:31))')).toEqual({
    dateRange: {
      start: { year: '2026', month: '10', day: '1' },
      end: { year: '2026', month: '10', day: '31' },
    },
  })
})

test('a URN with escaped parentheses decodes to one leaf, and encodeLeaf escapes it again', () => {
  const urn = 'urn:li:versionedLeadGenForm:(urn:li:leadGenForm:9001,1)'
  const text = 'urn%3Ali%3AversionedLeadGenForm%3A%28urn%3Ali%3AleadGenForm%3A9001%2C1%29'
  expect(decodeValue(text)).toBe(urn)
  expect(encodeLeaf(urn)).toBe(text)
})

test('decodeValue decodes the forms of an empty list, an empty record and an empty text', () => {
  expect(decodeValue('List()')).toEqual([])
  expect(decodeValue('()')).toEqual({})
  expect(decodeValue("''")).toBe('')
  expect(decodeValue("(a:'',b:List(List(x),(c:y)))")).toEqual({ a: '', b: [['x'], { c: 'y' }] })
})

test('decodeValue refuses text that is not Rest.li 2.0', () => {
  for (const text of [
    'urn:li:person:1',
    'List(a',
    '(a)',
    '(a:b',
    'a,b',
    'List(a))',
    '',
    '(a:)',
    '%zz',
    "it's",
  ]) {
    expect(() => decodeValue(text), text).toThrow(RestliSyntaxError)
  }
})

test('parseQueryPairs accepts a query that starts with an empty parameter', () => {
  expect(parseQueryPairs('&fields=id,name')).toEqual([['fields', 'id,name']])
})

test('encodeReducedKey escapes only the characters of the grammar', () => {
  expect(encodeReducedKey('urn:li:sponsoredCreative:12')).toBe('urn%3Ali%3AsponsoredCreative%3A12')
  expect(encodeReducedKey({ account: 'urn:li:sponsoredAccount:1', user: 'é' })).toBe(
    '(account:urn%3Ali%3AsponsoredAccount%3A1,user:é)',
  )
})

test('decodeFlatQuery decodes the dots and indexes of protocol 1.0 to structures', () => {
  expect(decodeFlatQuery('q=search&search.status.values[0]=ACTIVE&search.status.values[1]=DRAFT')).toEqual({
    q: 'search',
    search: { status: { values: ['ACTIVE', 'DRAFT'] } },
  })
})

test('decodeValue keeps a field named __proto__ as an ordinary field', () => {
  expect(Object.keys(decodeValue('(__proto__:x)') as object)).toEqual(['__proto__'])
})
