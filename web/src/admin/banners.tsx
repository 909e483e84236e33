import { BillingBanner } from './billing/banner.tsx'
import { FloodBanner } from './flood-banner.tsx'
import { PlatformBanners } from './platform-banners.tsx'

/** The lines above the panel: requests of guests that are held back, the plan, and what the platform says. */
export function Banners() {
  return (
    <>
      <FloodBanner />
      <BillingBanner />
      <PlatformBanners />
    </>
  )
}
