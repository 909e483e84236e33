import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WidgetConfig } from '#contracts/tenant/widget.ts'

const CONFIG = '__SEGUE_CONFIG__'

/** The loader for one business; null: one that does nothing. A script, so any text in the configuration is data in it: JSON is JavaScript. */
export const loaderOf = (built: string, config: WidgetConfig | null): string =>
  built.replace(CONFIG, () => JSON.stringify(config))

/**
 * Serves the script that a business's own pages load. Its configuration is in it, so that they make one request, which their content policy
 * has to allow. A page that cannot be told about keeps working: the script then does nothing.
 */
export async function mountLoader(
  app: FastifyInstance,
  path: string,
  configOf: (request: FastifyRequest) => Promise<WidgetConfig | null>,
): Promise<void> {
  const built = await readFile(path, 'utf8')
  app.get('/widget.js', { schema: { hide: true } }, async (request, reply) => {
    const config = await configOf(request)
    return reply
      .headers({
        'cache-control': `public, max-age=${config ? 300 : 60}`,
        // Also pages that are isolated from other origins load it.
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'accept-language, cookie',
      })
      .type('text/javascript; charset=utf-8')
      .send(loaderOf(built, config))
  })
}
