// The smallest Fastify server: one route, and a line with the address it listens on.
import Fastify from 'fastify'

const app = Fastify()
app.get('/accounts', async () => ({ Data: { Account: [] } }))
process.stdout.write(`curl ${await app.listen({ port: 0, host: '127.0.0.1' })}/accounts\n`)
