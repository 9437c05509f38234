import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GraphError } from '../errors.ts'
import { type FieldSelection, parseFieldList } from './fieldList.ts'

test('parseFieldList reads names, arguments and nested selections', () => {
  expect(parseFieldList('id, accounts.limit(2).type(large){id,business{name}},')).toEqual([
    { name: 'id', args: {} },
    {
      name: 'accounts',
      args: { limit: '2', type: 'large' },
      fields: [
        { name: 'id', args: {} },
        { name: 'business', args: {}, fields: [{ name: 'name', args: {} }] },
      ],
    },
  ])
})

test('parseFieldList reads an argument that contains brackets and quotes', () => {
  const [field] = parseFieldList('insights.time_range({"since":"2026-01-01","until":")"}){spend}')
  expect(field?.args['time_range']).toBe('{"since":"2026-01-01","until":")"}')
})

test.each(['a{', 'a}', 'a{b', 'a.limit', 'a.limit(2', 'a b', '{a}', 'ä'])(
  'parseFieldList refuses %s with a GraphError',
  (text) => {
    expect(() => parseFieldList(text)).toThrow(GraphError)
  },
)

test('parseFieldList reads a written selection back as the same selection', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
  const { field } = fc.letrec<{ field: FieldSelection }>((tie) => ({
    field: fc.record({
      name,
      args: fc.dictionary(name, fc.stringMatching(/^[a-z0-9]{1,5}$/), { maxKeys: 2 }),
      fields: fc.option(fc.array(tie('field'), { minLength: 1, maxLength: 3 }), {
        nil: undefined,
        depthSize: 'small',
      }),
    }) as fc.Arbitrary<FieldSelection>,
  }))
  const write = (fields: readonly FieldSelection[]): string =>
    fields
      .map(
        (each) =>
          `${each.name}${Object.entries(each.args)
            .map(([key, value]) => `.${key}(${value})`)
            .join('')}${each.fields === undefined ? '' : `{${write(each.fields)}}`}`,
      )
      .join(',')
  const plain = (fields: readonly FieldSelection[]): unknown => JSON.parse(JSON.stringify(fields))
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 4 }), (fields) => {
      const text = write(fields)
      fc.pre(depth(fields) <= 8)
      expect(plain(parseFieldList(text))).toEqual(plain(fields))
    }),
    { numRuns: 500 },
  )
})

function depth(fields: readonly FieldSelection[]): number {
  return Math.max(0, ...fields.map((each) => (each.fields === undefined ? 0 : 1 + depth(each.fields))))
}

test('parseFieldList parses any text or throws a GraphError', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '.', '(', ')', '{', '}', ',', '"', '\\', '[', ' ') }),
      (text) => {
        try {
          parseFieldList(text)
        } catch (error) {
          expect(error).toBeInstanceOf(GraphError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
