/** In milliseconds. */
export const minute_ms = 60_000;
export const hour_ms = 60 * minute_ms;
export const day_ms = 24 * hour_ms;
