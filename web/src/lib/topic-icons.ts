import {
  IconBook2,
  IconBug,
  IconCalendar,
  IconCreditCard,
  IconHome,
  IconMessageCircle,
  IconSchool,
  IconShield,
  IconTool,
  IconTruck,
} from '@tabler/icons-react'
import type { TopicIcon } from '#contracts/tenant/portal-content.ts'

/** The picture of each kind of topic card. */
export const topicIcons: Record<TopicIcon, typeof IconTool> = {
  tool: IconTool,
  card: IconCreditCard,
  book: IconBook2,
  bug: IconBug,
  message: IconMessageCircle,
  truck: IconTruck,
  calendar: IconCalendar,
  shield: IconShield,
  home: IconHome,
  school: IconSchool,
}
