/** What a page may load. `scripts` and `styles` are further sources beside the page's own host: a nonce, or hashes. */
type Allowed = { scripts?: string; styles?: string; media: string; ancestors: string }

/** The Content-Security-Policy of a page. */
export const contentPolicy = ({ scripts, styles, media, ancestors }: Allowed): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", scripts].filter(Boolean).join(' ')}`,
    `style-src ${["'self'", styles].filter(Boolean).join(' ')}`,
    "img-src 'self' data: blob:",
    `media-src ${media}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
