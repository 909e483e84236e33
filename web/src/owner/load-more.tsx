import { Button } from '@mantine/core'
import * as m from '#i18n/messages.js'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Reads the next page of a list; nothing at its end. */
export function LoadMore({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {m.owner_load_more()}
    </Button>
  )
}
