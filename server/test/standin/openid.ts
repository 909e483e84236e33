import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error the package has no types
import Provider, { interactionPolicy } from 'oidc-provider'

/** A person at the provider. */
export type ProviderPerson = { sub: string; email: string; email_verified: boolean; name: string }

export type OpenIdStandin = {
  issuer: string
  /** Signs in whoever comes next. */
  person: ProviderPerson
  /** So many of the next requests are answered by 503. */
  failures: number
  /** Requests that reached it. */
  requests: string[]
  /** Registers Segue as a client; before that every request fails. */
  register(redirectUri: string): void
  stop(): Promise<void>
}

export const CLIENT = { id: 'segue', secret: 'a secret of the client' }

type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } }

/** A real OpenID provider (oidc-provider) over HTTP whose sign-in page needs no clicks: it signs in `person` at once. */
export async function startOpenId(): Promise<OpenIdStandin> {
  let answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  const server = createServer((request, response) => {
    standin.requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (standin.failures > 0 || !answer) {
      standin.failures -= 1
      response.writeHead(503).end()
      return
    }
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standin: OpenIdStandin = {
    issuer,
    person: { sub: 'nobody', email: 'nobody@idp.example', email_verified: true, name: 'Nobody' },
    failures: 0,
    requests: [],
    register: (redirectUri) => {
      answer = handlerOf(issuer, redirectUri, standin)
    },
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  return standin
}

function handlerOf(issuer: string, redirectUri: string, standin: OpenIdStandin) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    // As Google does: the e-mail is in the signed identity itself.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the stand-in'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: () => '/sign-in' },
    findAccount: () => ({ accountId: standin.person.sub, claims: () => standin.person }),
    loadExistingGrant: async (context: Context) => {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId }) as Grant
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/sign-in')) return handle(request, response)
    void provider.interactionFinished(
      request,
      response,
      { login: { accountId: standin.person.sub }, select_account: {} },
      { mergeWithLastSubmission: false },
    )
  }
}
