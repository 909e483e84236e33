/** Imported before the server: a run of the tests loads drizzle as cheaply as a start of the product does. */
import { skipDrizzlePackageLookup } from '#server/platform/drizzle-modules.ts'

skipDrizzlePackageLookup()
