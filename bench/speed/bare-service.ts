import express from 'express'
import pg from 'pg'

// A minimal service with a database, in its own process; see start.ts.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 9 })
const app = express()
app.get('/ready', async (_request, response) => {
  await pool.query('SELECT 1')
  response.json({ ready: true })
})
app.listen(Number(process.env.PORT), '127.0.0.1')
