/** What a commit sends to all nodes: a channel and a text that PostgreSQL's NOTIFY can carry. */
export type Notification = readonly [channel: string, payload: string]

/** `unknown`: the connection was lost while it committed. */
export type Outcome = 'committed' | 'unknown'

export type AtCommit = {
  /** Those that the commit itself carries. */
  inCommit: readonly Notification[]
  /** Called after the commit, with what a statement of it added; not where it was rolled back. */
  ended(outcome: Outcome, added: readonly Notification[]): void
}

/** How the notifications of a transaction leave: in its commit, or after it. */
export type CommitBus = {
  atCommit(notifications: readonly Notification[]): AtCommit
  /** Whether every commit that notifies does so by PostgreSQL's NOTIFY: a statement may too, and all come in the order of their commits. */
  readonly isNotifying: boolean
}

/**
 * Carries notifications to every node, this one too. The promise: no notification without its commit, and where one may be missing,
 * `onGap` runs, so that everybody reads again what is stored. One may come twice where it is harmless (a wake).
 */
export type Bus = CommitBus & {
  /** Sends a notification that belongs to no transaction. */
  publish(notification: Notification): Promise<void>
  /** Runs for every notification of a channel, one after the other. */
  on(channel: string, receive: (payload: string) => void | Promise<void>): void
  /** Runs where notifications may have been lost. */
  onGap(run: () => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** The receivers of a bus by their channel. */
export function createReceivers() {
  const receivers = new Map<string, ((payload: string) => void | Promise<void>)[]>()
  const onGaps: (() => void)[] = []
  return {
    on: (channel: string, receive: (payload: string) => void | Promise<void>) => {
      receivers.set(channel, [...(receivers.get(channel) ?? []), receive])
    },
    onGap: (run: () => void) => void onGaps.push(run),
    receive: async ([channel, payload]: Notification) => {
      for (const receive of receivers.get(channel) ?? []) await receive(payload)
    },
    gap: () => {
      for (const run of onGaps) run()
    },
  }
}
