import { createCell } from '../../platform/cell.ts';

const place = 'postrider.marks';

function read(): boolean {
  try {
    return localStorage.getItem(place) === 'shown';
  } catch {
    return false;
  }
}

const chosen = createCell(read());

/** Tells whether this browser shows the marks of Markdown everywhere in a text. */
export const useShownMarks = chosen.use;

/** Shows or hides the marks, and remembers the choice. */
export function chooseMarks(isOn: boolean): void {
  chosen.set(isOn);
  try {
    localStorage.setItem(place, isOn ? 'shown' : 'hidden');
  } catch {} // otherwise the choice lasts until the page is left
}
