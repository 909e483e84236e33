import * as m from '#i18n/messages.js'
import { LoadingRows } from '#web/ui/parts.tsx'

export function DocumentsTab() {
  return <LoadingRows label={m.common_loading()} />
}
