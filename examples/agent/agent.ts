// The loop around the model: it calls the tools, and it alone decides what may act. Without the hash of a plan a write only
// plans; with it, the call is sent when a person has agreed to that very plan, and not otherwise.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Move, ToolAnswer, ToolCall } from './model.ts'

type Model = (answers: readonly ToolAnswer[]) => Move
type Results = ToolAnswer['results']
/** Shows a plan to a person, who says yes or no. */
type AskPerson = (plan: readonly string[]) => Promise<boolean>

export class Agent {
  readonly #client = new Client({ name: 'adrail example agent', version: '1' })
  readonly #ask: AskPerson
  readonly #agreed = new Set<string>()

  constructor(ask: AskPerson) {
    this.#ask = ask
  }

  async connect(url: string, apiKey: string): Promise<number> {
    const headers = { authorization: `Bearer ${apiKey}` }
    await this.#client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    )
    return (await this.#client.listTools()).tools.length
  }

  async work(model: Model): Promise<string> {
    const answers: ToolAnswer[] = []
    for (let moves = 0; moves < 20; moves++) {
      const move = model(answers)
      if ('says' in move) return move.says
      answers.push({ call: move.call, results: await this.call(move.call) })
    }
    return 'Gave up after 20 calls.'
  }

  async call(call: ToolCall): Promise<Results> {
    const { planHash } = call.arguments
    if (planHash !== undefined && !this.#agreed.has(String(planHash)))
      return { success: false, error: 'The person did not agree to this plan.' }
    const results = await this.send(call)
    if (results['dryRun'] === true) await this.#show(results)
    return results
  }

  /** Past the person: only to show what the service itself refuses. */
  async send({ tool, arguments: given }: ToolCall): Promise<Results> {
    const { structuredContent } = await this.#client.callTool({ name: tool, arguments: given })
    return structuredContent as Results
  }

  async #show({ plan, planHash }: Results): Promise<void> {
    const steps = (plan as readonly { readonly says: string }[]).map(({ says }) => says)
    if (await this.#ask(steps)) this.#agreed.add(String(planHash))
  }

  async close(): Promise<void> {
    await this.#client.close()
  }
}
