/** A record of any source in the one form that is imported. Ids are those of the source. */
export type NeutralRecord = NeutralCustomer | NeutralTicket | NeutralArticle | NeutralMacro | NeutralRow

export type NeutralCustomer = {
  kind: 'customer'
  id: string
  name: string
  email: string | null
  createdAt: string | null
}

export type NeutralMessage = {
  from: 'customer' | 'agent'
  /** The agent who wrote it, as the source names them: by e-mail, else by name. */
  agent: string | null
  name: string | null
  isNote: boolean
  body: string
  at: string
}

export type FieldInput = string | number | boolean | string[]

export type NeutralTicket = {
  kind: 'ticket'
  id: string
  subject: string
  requester: { id: string; name: string; email: string | null } | null
  status: string
  priority: string
  assignee: string | null
  category: string | null
  tags: string[]
  channel: 'email' | 'form' | 'other'
  fields: Record<string, FieldInput>
  messages: NeutralMessage[]
  createdAt: string | null
  updatedAt: string | null
  resolvedAt: string | null
  /** By what messages that stand apart name it, where that is not its id. */
  looseId?: string
}

export type NeutralArticle = {
  kind: 'article'
  id: string
  title: string
  /** As the source has it. */
  body: string
  isHtml: boolean
  category: string
  language: string
  isPublished: boolean
  createdAt: string | null
  updatedAt: string | null
}

export type NeutralMacro = {
  kind: 'macro'
  id: string
  name: string
  body: string
  actions: { type: 'status' | 'priority' | 'add_tag' | 'remove_tag' | 'note'; value: string }[]
}

/** A row of a table; the mapping of its columns says what it is. */
export type NeutralRow = { kind: 'row'; cells: Record<string, string> }

/** A message that the export has apart from its ticket. */
export type LooseMessage = { ticketId: string; message: NeutralMessage }
