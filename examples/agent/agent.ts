// The loop around the model. The agent calls the tools, and it alone decides which writes may run. Without a
// plan hash, a write only returns its plan. With one, the agent sends the call if a person agreed to exactly
// that plan.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ModelMove, ToolCall, ToolResponse } from './model.ts'

type Model = (responses: readonly ToolResponse[]) => ModelMove
type Results = ToolResponse['results']
/** Shows a plan to a person, who agrees or refuses. */
type ConfirmPlan = (plan: readonly string[]) => Promise<boolean>

export class Agent {
  readonly #client = new Client({ name: 'adrail example agent', version: '1' })
  readonly #confirm: ConfirmPlan
  readonly #agreedPlans = new Set<string>()

  constructor(confirm: ConfirmPlan) {
    this.#confirm = confirm
  }

  async connect(url: string, apiKey: string): Promise<number> {
    const headers = { authorization: `Bearer ${apiKey}` }
    await this.#client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    )
    return (await this.#client.listTools()).tools.length
  }

  async work(model: Model): Promise<string> {
    const responses: ToolResponse[] = []
    for (let moveCount = 0; moveCount < 20; moveCount++) {
      const move = model(responses)
      if ('message' in move) return move.message
      responses.push({ call: move.call, results: await this.call(move.call) })
    }
    return 'Gave up after 20 calls.'
  }

  async call(call: ToolCall): Promise<Results> {
    const { planHash } = call.arguments
    if (planHash !== undefined && !this.#agreedPlans.has(String(planHash)))
      return { success: false, error: 'The person did not agree to this plan.' }
    const results = await this.send(call)
    if (results['dryRun'] === true) await this.#show(results)
    return results
  }

  /** Bypasses the person, to show that the service itself rejects wrong calls. */
  async send({ tool, arguments: toolArguments }: ToolCall): Promise<Results> {
    const { structuredContent } = await this.#client.callTool({ name: tool, arguments: toolArguments })
    return structuredContent as Results
  }

  async #show({ plan, planHash }: Results): Promise<void> {
    const steps = (plan as readonly { readonly says: string }[]).map(({ says }) => says)
    if (await this.#confirm(steps)) this.#agreedPlans.add(String(planHash))
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
