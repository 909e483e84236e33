import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type AppearanceView, removeAvatar, uploadAvatar } from '#contracts/identity/appearance.ts'
import * as m from '#i18n/messages.js'
import { Avatar } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './appearance.module.css'
import { squarePicture } from './square-picture.ts'

const ACCEPT = 'image/png,image/jpeg,image/webp'

type Props = { name: string; url: string | null; onChanged: (appearance: AppearanceView) => void }

/** The own picture: chosen, replaced, removed; initials without one. */
export function Picture({ name, url, onChanged }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const change = async (work: () => Promise<AppearanceView>) => {
    setBusy(true)
    setRefusal(null)
    await work().then(onChanged, (error: unknown) => setRefusal(failureText(error)))
    setBusy(false)
  }
  const upload = (file: File) =>
    change(async () => {
      const form = new FormData()
      form.append('file', await squarePicture(file), file.name)
      return call(uploadAvatar, undefined, { form })
    })
  return (
    <div className={styles.picture}>
      <Avatar name={name} size={64} src={url} />
      <div className={styles.pictureActions}>
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => input.current?.click()}>
          {url ? m.account_picture_replace() : m.account_picture_choose()}
        </Button>
        {url && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void change(() => call(removeAvatar))}>
            {m.account_picture_remove()}
          </Button>
        )}
        <p className={styles.help}>{m.account_picture_help()}</p>
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={ACCEPT}
        aria-label={m.account_picture()}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
    </div>
  )
}
