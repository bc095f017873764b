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

/** Whether this browser shows the marks of Markdown everywhere in a text. */
export const useShownMarks = chosen.use;

/** Shows the marks from now on, or no longer. */
export function chooseMarks(isOn: boolean): void {
  chosen.set(isOn);
  try {
    localStorage.setItem(place, isOn ? 'shown' : 'hidden');
  } catch {} // it is kept until the page is left
}
