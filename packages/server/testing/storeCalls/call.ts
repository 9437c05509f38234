// One call of a function of the store.

export interface StoreFunctionCall {
  readonly functionName: string
  run(): Promise<unknown>
}

export function call<Args extends readonly unknown[]>(
  storeFunction: (...args: Args) => Promise<unknown>,
  ...args: NoInfer<Args>
): StoreFunctionCall {
  return { functionName: storeFunction.name, run: () => storeFunction(...args) }
}
