import type { SeedSize } from '#test/bulk-rows.ts'

/** The databases of a run, smallest first. All measurements but those by database size use the last one. */
export const SEEDS = {
  full: {
    bench_1k: { tickets: 1000, largeTickets: 0, guests: 1000 },
    bench_100k: { tickets: 100_000, largeTickets: 0, guests: 1000 },
    bench_1m: { tickets: 1_000_000, largeTickets: 100_000, guests: 1000 },
  },
  /** One business with 100,000 tickets and 1,000,000 messages. */
  large: {
    bench_large: { tickets: 10_000, largeTickets: 100_000, largeMessages: 10, guests: 1000 },
  },
  small: {
    bench_small: { tickets: 10_000, largeTickets: 0, guests: 1000 },
  },
  /** For the test of the bench itself. */
  smoke: {
    bench_smoke: { tickets: 2000, largeTickets: 0, guests: 20 },
  },
} satisfies Record<string, Record<string, SeedSize>>
