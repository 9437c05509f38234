// Reads the messages of a response: one JSON document, or a stream of server-sent events.

export async function* readMessages(response: Response): AsyncGenerator<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream || response.body === null) {
    const text = await response.text()
    if (text.trim() !== '') yield text
    return
  }
  let data: string[] = []
  for await (const line of readLines(response.body)) {
    // https://html.spec.whatwg.org/multipage/server-sent-events.html: an empty line ends an event.
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
    else if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    }
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let remainder = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (remainder + chunk).split(/\r\n|\n|\r(?!$)/)
    remainder = lines.pop() ?? ''
    yield* lines
  }
  if (remainder !== '') yield remainder
}
