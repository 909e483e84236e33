import type { ComponentType } from 'react'
import type { RichTextProps } from '#web/kit/markdown/markdown.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { initialArticle } from './initial-help.ts'

/** Shows the text of an article: plain until its component is loaded, unless that was loaded before the first view. */
export const articleText: { Text: ComponentType<RichTextProps> } = { Text: RichText }

/** Loads what the first view shows an article with, if it is one. */
export async function prepareText(): Promise<void> {
  if (initialArticle) articleText.Text = (await import('#web/kit/markdown/markdown.tsx')).Markdown
}
