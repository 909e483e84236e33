import type { PortalView } from '#contracts/tenant/portal.ts'

/** The business's logo, or its first letter on its colour. Decorative: the name is beside it. */
export function Logo({ portal }: { portal: PortalView }) {
  const { logo } = portal.branding
  if (logo) return <img className="pf-logo" src={logo} alt="" />
  return (
    <span className="pf-logo pf-initial" aria-hidden="true">
      {[...portal.name.trim()][0]?.toUpperCase()}
    </span>
  )
}

/** Logo and name of the business, as the server's first frame draws them. */
export function BrandLine({ portal }: { portal: PortalView }) {
  return (
    <>
      <Logo portal={portal} />
      <span className="pf-name">{portal.name}</span>
    </>
  )
}
