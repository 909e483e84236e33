import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ColumnTarget } from '#contracts/data-import/data-import.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'

const wordsOf = <Meaning extends string>(given: Record<Meaning, string>): Map<string, Meaning> =>
  new Map(
    Object.entries<string>(given).flatMap(([meaning, words]) =>
      words.split('|').map((word) => [word.trim(), meaning as Meaning] as const),
    ),
  )

/** The names of statuses in other products, and in tables in the four languages. */
const STATUSES = wordsOf<TicketStatus>({
  open: 'new|open|reopened|neu|offen|nuevo|abierto|nouveau|ouvert|created',
  'in-progress': 'in progress|assigned|working|answered|in bearbeitung|en curso|en cours',
  waiting:
    'pending|hold|on hold|on-hold|waiting|waiting on customer|waiting on third party|snoozed|wartend|wartet|pendiente|en espera|en attente',
  resolved: 'solved|resolved|gelöst|erledigt|resuelto|solucionado|résolu|done|completed',
  closed: 'closed|archived|geschlossen|cerrado|fermé|deleted',
})

const PRIORITIES = wordsOf<Priority>({
  low: 'low|minor|niedrig|gering|baja|bajo|basse|faible',
  medium: 'normal|medium|none|not_priority|default|mittel|media|medio|moyenne|normale',
  high: 'high|priority|hoch|alta|alto|haute|élevée|important',
  urgent: 'urgent|emergency|critical|dringend|kritisch|urgente|crítica|critique',
})

/** The names of columns. A column of another name is one of the business's own fields where it has one of that name. */
const COLUMNS = wordsOf<ColumnTarget>({
  id: 'id|ticket id|ticket number|number|ticket #|nummer|ticketnummer|número|numéro|case number|key',
  subject: 'subject|title|betreff|titel|asunto|título|sujet|titre|summary',
  message: 'message|description|body|text|question|nachricht|beschreibung|mensaje|descripción|message du client',
  reply: 'reply|answer|response|resolution|antwort|respuesta|réponse',
  note: 'note|internal note|private note|notiz|nota|note interne|comment',
  name: 'name|customer|customer name|requester|requester name|from|contact|kunde|cliente|nombre|client|nom',
  email:
    'email|e-mail|customer email|requester email|from email|mail|e-mail-adresse|correo|correo electrónico|courriel',
  status: 'status|state|current status|zustand|estado|statut|état',
  priority: 'priority|priorität|prioridad|priorité|severity',
  assignee: 'assignee|agent|assigned to|agent assigned|owner|bearbeiter|zugewiesen|asignado|agente|assigné',
  category: 'category|type|group|department|help topic|kategorie|gruppe|categoría|catégorie',
  tags: 'tags|labels|schlagwörter|etiquetas|étiquettes',
  created_at: 'created|created at|created_at|date created|date|erstellt|erstellt am|creado|créé|créé le|opened',
  resolved_at:
    'resolved|resolved at|resolved_at|closed|closed at|closed_at|solved at|closed date|gelöst am|cerrado|résolu le',
  field: 'field',
})

const plain = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

export const statusFor = (value: string): TicketStatus | undefined => STATUSES.get(plain(value))
export const priorityFor = (value: string): Priority | undefined => PRIORITIES.get(plain(value))
export const columnFor = (name: string): ColumnTarget | undefined =>
  COLUMNS.get(plain(name)) ?? COLUMNS.get(plain(name).replaceAll(' ', '_'))
