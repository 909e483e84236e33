import { registerHooks } from 'node:module'

const DRIZZLE_MODULE = /\/node_modules\/drizzle-orm\/.+\.js$/

/**
 * Makes the load of drizzle after this call cheaper. Before Node loads a `.js` file it looks up whether it is an ES module, and for
 * that parses the package's `exports`, which drizzle has 130 kB of: for its hundred modules a quarter of the CPU time of a start. All of
 * them are ES modules that import each other by relative paths.
 */
export function skipDrizzlePackageLookup(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context
      if (!specifier.startsWith('.') || !parentURL || !DRIZZLE_MODULE.test(parentURL))
        return nextResolve(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}
