import { type APIRequestContext, expect } from '@playwright/test'

/** How the gateway refuses a call on a busy machine. */
const refusals = [503, 504]

/** Reads JSON, and repeats a read that was refused. Another error fails the journey. */
export const readJson = async (request: APIRequestContext, path: string): Promise<unknown> => {
  let response = await request.get(path)
  const isRefused = () => refusals.includes(response.status())
  await expect
    .poll(async () => {
      if (isRefused()) response = await request.get(path)
      return isRefused()
    }, `${path} is refused`)
    .toBe(false)
  expect(response.status(), path).toBe(200)
  return response.json()
}
