import type { Platform } from '#server/platform/platform.ts'

/** Made by `scripts/film.ts`. */
const OWN_FILM = '/guide.webm'

/** The address of the film of the product: the operator's, else the product's own. */
export const filmUrl = ({ config }: Pick<Platform, 'config'>): string => config.guideVideoUrl ?? OWN_FILM
