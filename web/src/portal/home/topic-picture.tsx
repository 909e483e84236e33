import type { TopicIcon } from '#contracts/tenant/portal-content.ts'
import { topicIcons } from '#web/lib/topic-icons.ts'

/** The picture of a topic card. */
export function TopicPicture({ icon }: { icon: TopicIcon }) {
  const Icon = topicIcons[icon]
  return <Icon size={22} stroke={1.5} />
}
