import { createCell } from '../platform/cell.ts';

/** What of the frame lies over the page. */
export const overlay = createCell<'palette' | 'shortcuts' | 'switch' | undefined>(undefined);

/** Closes it. */
export function closeOverlay(): void {
  overlay.set(undefined);
}
