declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  /** Tables, struck words and task lists in Markdown. */
  export const gfm: TurndownService.Plugin
}
