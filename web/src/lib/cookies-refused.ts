import * as m from '#i18n/messages.js'

/** The browser refuses the page's cookies, without which nobody can be signed in. */
export class CookiesRefused extends Error {
  override readonly name = 'CookiesRefused'

  constructor() {
    super(m.signin_cookies_refused({ host: location.hostname }))
  }
}
