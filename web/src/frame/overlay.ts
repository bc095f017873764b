import { createCell } from '../platform/cell.ts';

/** The part of the frame that covers the page. */
export const overlay = createCell<'palette' | 'shortcuts' | 'switch' | undefined>(undefined);

/** Closes the overlay. */
export function closeOverlay(): void {
  overlay.set(undefined);
}
