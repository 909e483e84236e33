/** A business that the platform owner deletes is kept for so many days, suspended, in which the deletion can be cancelled. */
export const GRACE_DAYS = 14
