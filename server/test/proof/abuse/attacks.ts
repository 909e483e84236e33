import { enumeration } from './enumeration.ts'
import type { Figure } from './figures.ts'
import { foreignInput } from './foreign-input.ts'
import { races } from './races.ts'
import { secrets } from './secrets.ts'
import { sessions } from './sessions.ts'
import type { Site } from './site.ts'
import { webhooks } from './webhooks.ts'

type Attack = { title: string; attack: (site: Site) => Promise<Figure[]> }

/** The attacks whose figures depend neither on the limits nor on the speed of the machine. */
export const ATTACKS: readonly Attack[] = [
  { title: 'Races', attack: races },
  { title: 'Webhooks of Stripe', attack: webhooks },
  { title: 'Sessions', attack: sessions },
  { title: 'Secrets', attack: secrets },
  { title: 'Input of strangers', attack: foreignInput },
  { title: 'Accounts by the words of a reply', attack: enumeration },
]
