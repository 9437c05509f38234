// Reads the messages of a response: one JSON document, or a stream of server-sent events.

export async function* messagesIn(response: Response): AsyncGenerator<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) {
    const text = await response.text()
    if (text.trim() !== '') yield text
    return
  }
  let data: string[] = []
  for await (const line of linesOf(response.body)) {
    // https://html.spec.whatwg.org/multipage/server-sent-events.html: an empty line ends an event.
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
    else if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    }
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
