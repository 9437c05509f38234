import { expect, test } from 'vitest'
import { encodeRestliQuery, encodeRestliValue } from './restli.ts'

test.each([
  [
    { account: 'urn:li:sponsoredAccount:507404993', start: 0, count: 100 },
    'account=urn%3Ali%3AsponsoredAccount%3A507404993&start=0&count=100',
  ],
  [
    { search: { status: { values: ['ACTIVE', 'DRAFT'] }, type: { values: ['BUSINESS'] }, test: false } },
    'search=(status:(values:List(ACTIVE,DRAFT)),type:(values:List(BUSINESS)),test:false)',
  ],
  [
    { search: { name: { values: ["Acme (EU), Q4: 'brand'"] } } },
    'search=(name:(values:List(Acme%20%28EU%29%2C%20Q4%3A%20%27brand%27)))',
  ],
  [
    { dateRange: { start: { year: 2026, month: 10, day: 1 }, end: { year: 2026, month: 10, day: 31 } } },
    'dateRange=(start:(year:2026,month:10,day:1),end:(year:2026,month:10,day:31))',
  ],
  [{ accounts: [] }, 'accounts=List()'],
  [
    { q: 'owner', fields: 'id,testLead,form:(name,content)', start: 0 },
    'q=owner&fields=id,testLead,form:(name,content)&start=0',
  ],
])('encodeRestliQuery encodes a query according to the Rest.li protocol: %j', (parameters, encoded) => {
  expect(encodeRestliQuery(parameters)).toBe(encoded)
})

test('encodeRestliValue encodes a URN that contains another URN as one value', () => {
  expect(encodeRestliValue('urn:li:versionedLeadGenForm:(urn:li:leadGenForm:9001,1)')).toBe(
    'urn%3Ali%3AversionedLeadGenForm%3A%28urn%3Ali%3AleadGenForm%3A9001%2C1%29',
  )
})

test.each(['1),urn:li:sponsoredAccount:2', "a' OR (b:c)", 'x&q=other', 'a/../b', 'Grüße 🦊'])(
  'encodeRestliValue encodes every syntax character of a value: %s',
  (text) => {
    const encoded = encodeRestliValue(text)
    expect(encoded).not.toMatch(/[(),:'&=/ ]/)
    expect(decodeURIComponent(encoded)).toBe(text)
  },
)

test('encodeRestliQuery throws on an empty value', () => {
  expect(() => encodeRestliQuery({ account: '' })).toThrow('empty')
})

test.each(['id&q=other', 'id name', '', ['id', 'name']])(
  'encodeRestliQuery throws when the fields parameter is not text with names of fields: %j',
  (fields) => {
    expect(() => encodeRestliQuery({ fields })).toThrow('no names of members')
  },
)
