import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toDataURL, toString as toSvg } from 'qrcode'
import type { CustomerLink } from '#contracts/signup/onboarding.ts'
import * as m from '#i18n/messages.js'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './links.module.css'

/** Wide enough to print: 1024 pixels, with the margin of four modules that readers need. */
const OPTIONS = { width: 1024, margin: 4, errorCorrectionLevel: 'M' } as const

async function drawQr(url: string): Promise<{ png: string; svg: string }> {
  const [png, svg] = await Promise.all([toDataURL(url, OPTIONS), toSvg(url, { ...OPTIONS, type: 'svg' })])
  return { png, svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }
}

type QrProps = { isOpen: boolean; link: CustomerLink; onClose: () => void }

/** The QR code of a link, drawn in the page, to show and to download. */
export function QrDialog({ isOpen, link, onClose }: QrProps) {
  const { url, kind, title } = link
  const { data, isError } = useQuery({ queryKey: ['qr', url], queryFn: () => drawQr(url), staleTime: Infinity })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.links_qr_named({ title })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className={styles.qr}>
        {isError && <p role="alert">{m.links_qr_failed()}</p>}
        {!data && !isError && <Skeleton width="300px" height="300px" />}
        {data && (
          <>
            <img className={styles.qrImage} src={data.svg} width={300} height={300} alt={m.links_qr_alt({ url })} />
            <div className={styles.actions}>
              <Button component="a" variant="filled" href={data.png} download={`support-link-${kind}.png`}>
                {m.links_qr_png()}
              </Button>
              <Button component="a" href={data.svg} download={`support-link-${kind}.svg`}>
                {m.links_qr_svg()}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}
