// Tools for language models: complete, honest about what they do, and short.

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

describe('the tools', () => {
  test('are the operations that agents may call, in the order of the documents, under names that clients accept', () => {
    const isForPeople = (name: OperationName) =>
      ['admin', 'approve', 'leads'].includes(declarationOf(name).scope) || name === 'user/delete_user'
    const offered = operationNames.filter((name) => !isForPeople(name))
    expect(tools.map(({ operation }) => operation)).toEqual(offered)
    expect(tools.map(({ name }) => name)).toEqual(offered.map((name) => name.replace('/', '_')))
    // https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names; some clients stop at 64.
    for (const { name } of tools) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  test('are the same each time', () => {
    expect(JSON.stringify(listOperationTools())).toBe(JSON.stringify(tools))
  })

  test('take at most 17,000 tokens as a list, and at most 175 each on average', () => {
    const listed = tools.map(({ operation: _, ...tool }) => tool)
    expect(tokens({ tools: listed })).toBeLessThan(17_000)
    expect(tokens({ tools: listed }) / tools.length).toBeLessThan(175)
  })

  test('take less than 1,500 tokens in compact mode', () => {
    expect(tokens({ tools: compactTools })).toBeLessThan(1500)
  })
})

describe.each(tools)('$name', ({ operation, description, inputSchema, annotations }) => {
  const { effect, removes, input, example } = declarationOf(operation)

  test('takes every member of the body but dryRun, and asks for the same ones', () => {
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

  test('speaks of tools by their names and refers to nothing outside', () => {
    const text = JSON.stringify({ description, inputSchema })
    expect(text).not.toMatch(/\$ref|x-rules|additionalProperties|`/)
    for (const name of operationNames) expect(text).not.toContain(name)
  })

  test('says whether it changes or removes something', () => {
    expect(annotations.readOnlyHint === true).toBe(effect === 'read')
    expect(annotations.destructiveHint === true).toBe(removes)
    expect(annotations.idempotentHint === true).toBe(effect === 'write' || removes)
  })
})

test('what removes something is declared as such', () => {
  const removing = operationNames.filter((name) => declarationOf(name).removes)
  expect(removing).toEqual(
    operationNames.filter((name) => /\/(delete|remove|revoke|undo)_|\/update_campaign_status$/.test(name)),
  )
})

test('the instructions name only tools that exist', () => {
  const named =
    toolInstructions.match(/\b(auth|user|social|search|pro|operation|workspace|webhook)_[a-z_]+/g) ?? []
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(tools.map((tool) => tool.name)).toContain(name)
})
