import type { Engine } from '#server/assistant/types.ts'
import type { Platform } from '#server/platform/platform.ts'
import { modelEngine } from './model.ts'

const replaced = new WeakMap<Platform, Engine>()

/** The engine that answers on this platform. */
export const currentEngine = (platform: Platform): Engine => replaced.get(platform) ?? modelEngine

/** Puts a scripted engine in its place: for tests of streaming, cuts and failures. */
export const replaceEngine = (platform: Platform, engine: Engine): void => {
  replaced.set(platform, engine)
}
