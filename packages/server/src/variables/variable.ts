// Environment variables as values: their declaration, and the type of the configuration that a tree of them
// yields.

import type { VariableKind } from './variableKinds.ts'

export interface Variable<Value> extends VariableKind<Value> {
  readonly name: string
  readonly section: string
  readonly description: string
}

/** A tree of variables. Each key is the name of the variable's value in the configuration. */
export interface Variables {
  readonly [name: string]: Variable<unknown> | Variables
}

/** The parsed values of a tree of variables. */
export type VariableValues<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Variable<infer Value> ? Value : VariableValues<Tree[Name]>
}

/** Declares the variables of one section of the documentation. */
export type DeclareVariable = <Value>(
  name: string,
  kind: VariableKind<Value>,
  description: string,
) => Variable<Value>

export function createSectionDeclarer(title: string): DeclareVariable {
  return (name, kind, description) => ({ ...kind, name, section: title, description })
}

export function isVariable(entry: Variable<unknown> | Variables): entry is Variable<unknown> {
  return 'schema' in entry
}
