import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'

/** A request or a reply of the API, by its name in the OpenAPI document. */
export type { components, paths }

type Options = {
  /** Address of the installation, without a trailing slash: `https://support.example.com`. */
  baseUrl: string
  /** An API key: `segue_…`. It belongs on a server, never in a page or an app. */
  key: string
  /** Another `fetch`, for a proxy or a test. */
  fetch?: (request: Request) => Promise<Response>
}

/** The API of a Segue installation with every address, request and reply typed: `segue.GET('/api/tickets')`. */
export const createSegueClient = ({ baseUrl, key, fetch }: Options): Client<paths> =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` }, ...(fetch ? { fetch } : {}) })

/** Every row of a list, page by page. `page` asks for the page after a cursor. */
export async function* everyRow<Row>(
  page: (cursor: string | undefined) => Promise<{ items: Row[]; nextCursor: string | null }>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await page(cursor)
    yield* items
    cursor = nextCursor ?? undefined
  } while (cursor)
}
