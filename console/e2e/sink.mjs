// A small tracking server: it takes standings as raced pushes them over HTTP, for one user, and does what it is told to.
import { createServer } from 'node:http'

/** Starts one on a free port. `answer` is the status for whoever knows the password; `taken` are the messages it took. */
export async function startSink(user, password) {
  const sink = { answer: 204, taken: [] }
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const status = request.headers.authorization === wanted ? sink.answer : 401
      if (status < 300) sink.taken.push({ path: request.url, body: JSON.parse(text) })
      response.writeHead(status).end()
    })
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  sink.url = `http://127.0.0.1:${server.address().port}`
  sink.keyframes = () => sink.taken.filter((m) => m.path.endsWith('/keyframe')).length
  sink.stop = () => (server.closeAllConnections(), new Promise((stopped) => server.close(stopped)))
  return sink
}
