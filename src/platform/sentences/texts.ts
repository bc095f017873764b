/** How sentences stand together. */
export const texts = {
  several: '{sentences:together}',
} as const;
