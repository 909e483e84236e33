declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  /** Struck words in Markdown. */
  export const strikethrough: TurndownService.Plugin
}
