import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { openSection, sectionHref } from '#web/admin/desk-address.ts'
import styles from '#web/admin/shell.module.css'
import { noticeText } from './notice-text.ts'
import { noticesQuery } from './notices-query.ts'

/** A line above the panel with the most urgent notice of the plan, and the way to Billing for those who may change it. */
export function BillingBanner() {
  const { data } = useQuery(noticesQuery)
  const notice = data?.items[0]
  return (
    <div role="status" className={notice ? styles.banner : undefined}>
      {notice && (
        <>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
          <span>{noticeText(notice)}</span>
          {data.canChange && (
            <a
              href={sectionHref('billing')}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                openSection('billing')
              }}
            >
              {m.billing_notice_open()}
            </a>
          )}
        </>
      )}
    </div>
  )
}
