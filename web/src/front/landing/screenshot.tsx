import * as m from '#i18n/messages.js'
import { useShownTheme } from '#web/lib/theme.ts'
import { type LandingPicture, PICTURE_WIDTHS, pictureFile } from './pictures.ts'

const TITLES: Record<LandingPicture, () => string> = {
  'admin-dashboard': m.landing_picture_admin_dashboard,
  'customer-dashboard': m.landing_picture_customer_dashboard,
  'ai-chat': m.landing_picture_ai_chat,
  'ticket-management': m.landing_picture_ticket_management,
  knowledge: m.landing_picture_knowledge,
  agents: m.landing_picture_agents,
  customers: m.landing_picture_customers,
  analytics: m.landing_picture_analytics,
  'help-center': m.landing_picture_help_center,
  portal: m.landing_picture_portal,
}

export const titleOf = (name: LandingPicture): string => TITLES[name]()

/** A screenshot in the theme of the page, loaded when it comes near. `sizes`: how wide it is shown, as in the attribute of an image. */
export function Screenshot({ name, sizes }: { name: LandingPicture; sizes: string }) {
  const theme = useShownTheme()
  return (
    <img
      src={pictureFile(name, theme, 1200)}
      srcSet={PICTURE_WIDTHS.map((width) => `${pictureFile(name, theme, width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={1200}
      height={750}
      loading="lazy"
      decoding="async"
      alt={m.landing_picture_alt({ title: titleOf(name) })}
    />
  )
}
