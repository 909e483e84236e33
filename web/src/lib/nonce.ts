/**
 * The answer's CSP nonce. The server replaces `__NONCE__` in the page; Vite wrote it into a meta element. Style
 * elements made at run time (Mantine's variables, the scroll lock of dialogs) carry it, so the policy stays strict.
 */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
