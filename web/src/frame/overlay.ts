import { createCell } from '../platform/cell.ts';

/** Which part of the frame covers the page. */
export const overlay = createCell<'palette' | 'shortcuts' | 'switch' | undefined>(undefined);

/** Closes it. */
export function closeOverlay(): void {
  overlay.set(undefined);
}
