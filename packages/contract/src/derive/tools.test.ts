// Tests of the tools for language models: their completeness, annotations and size.

import { describe, expect, test } from 'vitest'
import { findFieldNames } from '../aliases.ts'
import {
  compactTools,
  declarationOf,
  listOperationTools,
  type OperationName,
  operationNames,
  toolInstructions,
  toPreferredBody,
} from '../index.ts'

const tools = listOperationTools()
const tokens = (value: unknown) => JSON.stringify(value).length / 4

describe('the tool list', () => {
  test('contains exactly the operations that agents may call, in declaration order, under valid tool names', () => {
    const isForPeople = (name: OperationName) =>
      ['admin', 'approve', 'leads'].includes(declarationOf(name).scope) ||
      name === 'user/delete_user' ||
      // Files pass through no language model.
      name.startsWith('media/')
    const offered = operationNames.filter((name) => !isForPeople(name))
    expect(tools.map(({ operation }) => operation)).toEqual(offered)
    expect(tools.map(({ name }) => name)).toEqual(offered.map((name) => name.replace('/', '_')))
    // Some clients accept at most 64 characters, fewer than the specification allows:
    // https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names
    for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  test('is identical each time it is generated', () => {
    expect(JSON.stringify(listOperationTools())).toBe(JSON.stringify(tools))
  })

  test('has less than 17,000 tokens in total and less than 175 tokens per tool on average', () => {
    const listed = tools.map(({ operation: _, ...tool }) => tool)
    expect(tokens({ tools: listed })).toBeLessThan(17_000)
    expect(tokens({ tools: listed }) / tools.length).toBeLessThan(175)
  })

  test('has less than 1,500 tokens in compact mode', () => {
    expect(tokens({ tools: compactTools })).toBeLessThan(1500)
  })
})

describe.each(tools)('the tool $name', ({ operation, description, inputSchema, annotations }) => {
  const { effect, removes, input, example } = declarationOf(operation)

  test('accepts every field of the operation except dryRun and requires the same fields', () => {
    const { properties = {}, required = [] } = inputSchema
    const names = Object.entries(input.shape).map(([declared, member]) => ({
      name: findFieldNames(member, declared)[0],
      isNeeded: !(member as { isOptional(): boolean }).isOptional(),
    }))
    expect(Object.keys(properties)).toEqual(names.map(({ name }) => name).filter((name) => name !== 'dryRun'))
    const needed = names.filter(({ isNeeded }) => isNeeded)
    expect([...required].sort()).toEqual(needed.map(({ name }) => name).sort())
    for (const name of Object.keys(toPreferredBody(input, example.body)))
      expect(properties).toHaveProperty(name)
  })

  test('contains no operation names, references, schema extensions or backticks', () => {
    const text = JSON.stringify({ description, inputSchema })
    expect(text).not.toMatch(/\$ref|x-rules|additionalProperties|`/)
    for (const name of operationNames) expect(text).not.toContain(name)
  })

  test('declares whether it is read-only, destructive and idempotent', () => {
    expect(annotations.readOnlyHint === true).toBe(effect === 'read')
    expect(annotations.destructiveHint === true).toBe(removes)
    expect(annotations.idempotentHint === true).toBe(effect === 'write' || removes)
  })
})

test('exactly the operations that delete, remove, revoke, undo or update a campaign status are declared as removing', () => {
  const removing = operationNames.filter((name) => declarationOf(name).removes)
  expect(removing).toEqual(
    operationNames.filter((name) => /\/(delete|remove|revoke|undo)_|\/update_campaign_status$/.test(name)),
  )
})

test('the tool instructions mention only existing tools', () => {
  const named =
    toolInstructions.match(/\b(auth|user|social|search|pro|operation|workspace|webhook)_[a-z_]+/g) ?? []
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(tools.map((tool) => tool.name)).toContain(name)
})
