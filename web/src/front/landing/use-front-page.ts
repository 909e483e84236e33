import { useState } from 'react'
import { type FrontPageView, getFrontPage } from '#contracts/signup/front-page.ts'
import { useRead } from '#web/front/use-read.ts'
import { call } from '#web/lib/call.ts'

/** What the server wrote into the page; null where it could not read it, and on the development server. */
function readInitialData(): FrontPageView | null {
  const text = document.getElementById('initial-data')?.textContent
  return text ? (JSON.parse(text) as FrontPageView | null) : null
}

/** What the landing page shows of this installation. */
export function useFrontPage(): FrontPageView | null {
  const [initial] = useState(readInitialData)
  const read = useRead(() => (initial ? Promise.resolve(initial) : call(getFrontPage)), 'front page')
  return initial ?? read.data
}
