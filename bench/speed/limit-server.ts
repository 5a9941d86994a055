import { createServer, type RequestListener } from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import pg from 'pg'
import type { LimitKind, PreparedResponse } from './limits.ts'
import { detailStatement, feedStatement, plainSubmission } from './plain-way.ts'

// Baselines for the site, in a process of their own; see limits.ts.

/** The minimum in Node: one prepared buffer. */
const bare = ({ headers, body }: PreparedResponse): RequestListener => {
  const buffer = Buffer.from(body, 'base64')
  return (_request, response) => {
    response.writeHead(200, headers)
    response.end(buffer)
  }
}

/** Express, which compares the ETag itself. */
const express304 = ({ headers, body, etag }: PreparedResponse): RequestListener => {
  const app = express()
  const buffer = Buffer.from(body, 'base64')
  const given = Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])),
  )
  app.use((_request, response) => {
    response.set(given).set('etag', etag).send(buffer)
  })
  return app
}

/** The obvious implementation: Express, prepared SQL, a pool of nine connections. */
const plain = (databaseUrl: string): RequestListener => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 9 })
  const app = express()
  app.disable('etag')
  app.get('/api/boycotts', async (request, response) => {
    const { page = 1, limit = 30, sort = 'hot' } = request.query
    const values = [
      Number(limit),
      (Number(page) - 1) * Number(limit),
      request.get('x-viewer') ?? null,
    ]
    const { rows } = await pool.query({ ...feedStatement(String(sort)), values })
    response.set('X-Total-Count', String(rows[0]?.total ?? 0)).json(rows.map(plainSubmission))
  })
  app.get('/api/boycotts/:id', async (request, response) => {
    const values = [request.params.id, request.get('x-viewer') ?? null]
    const { rows } = await pool.query({ ...detailStatement, values })
    if (rows[0] === undefined) response.status(404).json({})
    else response.json(plainSubmission(rows[0]))
  })
  return app
}

const proxy = (target: string): RequestListener => {
  const app = express()
  app.use(createProxyMiddleware({ target, changeOrigin: true }))
  return app
}

const listenerOf = (kind: LimitKind): RequestListener => {
  if (kind.is === 'bare') return bare(kind.response)
  if (kind.is === 'express 304') return express304(kind.response)
  return kind.is === 'plain' ? plain(kind.databaseUrl) : proxy(kind.target)
}

process.once('message', (kind) => {
  const server = createServer(listenerOf(kind as LimitKind))
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.once('disconnect', () => process.exit(0))
