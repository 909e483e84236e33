import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCopy, IconLink } from '@tabler/icons-react'
import type { GiftTokenView } from '#contracts/owner/gift-token.ts'
import * as m from '#i18n/messages.js'
import { copyText } from './act.ts'

/** Copies a gift token's code, or the link to give away. */
export function CopyButtons({ token }: { token: GiftTokenView }) {
  return (
    <>
      <Tooltip label={m.owner_copy_token()}>
        <ActionIcon
          aria-label={m.owner_copy_token_of({ code: token.code })}
          onClick={() => void copyText(token.code, m.owner_token_copied(), m.owner_copy_failed())}
        >
          <IconCopy size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={m.owner_copy_link()}>
        <ActionIcon
          aria-label={m.owner_copy_link_of({ code: token.code })}
          onClick={() => void copyText(token.link, m.owner_link_copied(), m.owner_copy_failed())}
        >
          <IconLink size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
