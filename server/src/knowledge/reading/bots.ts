/** How crawlers, previews, monitors and HTTP libraries name themselves. */
const NAMES =
  /bot\b|bot[/_-]|crawl|spider|slurp|scrape|archiver|preview|facebookexternalhit|embedly|whatsapp|monitor|pingdom|uptime|lighthouse|pagespeed|headless|phantom|selenium|puppeteer|playwright|curl|wget|python|java\/|okhttp|axios|node-fetch|undici|go-http-client|libwww|ruby|perl|scrapy|feedfetcher|mediapartners|adsbot|gptbot|google-read-aloud/i

/** Every browser names itself `Mozilla/5.0` or Opera. */
const BROWSER = /^(?:Mozilla|Opera)\//

/** Whether a program reads, by the User-Agent header that it sends. */
export const isBot = (agent: string): boolean => !BROWSER.test(agent) || NAMES.test(agent)
