import * as m from '#i18n/messages.js'
import { LoadingRows } from '#web/ui/parts.tsx'

export function ProfileTab() {
  return <LoadingRows label={m.common_loading()} />
}
