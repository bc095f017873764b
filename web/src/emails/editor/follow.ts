import type { EditorView } from '@codemirror/view';
import { afterPaint } from '../../platform/when-painted.ts';

/** How far down the window the text is that the preview shows at the same height. */
const share = 0.3;

/** Scrolls the preview with the text, so that the same words are at the same height. Returns how to stop. */
export function followText(view: EditorView, place: HTMLElement): () => void {
  let isDue = false;
  let isOver = false;
  // The words are painted first.
  const follow = () => {
    if (isDue) return;
    isDue = true;
    afterPaint(() => {
      isDue = false;
      if (isOver) return;
      const top = topInPreview(view, place);
      // What scrolls the preview alone is the reader's own wheel.
      if (top !== undefined) place.scrollTop = top - innerHeight * share + place.getBoundingClientRect().top;
    });
  };
  addEventListener('scroll', follow, { passive: true });
  view.dom.addEventListener('input', follow);
  return () => {
    isOver = true;
    removeEventListener('scroll', follow);
    view.dom.removeEventListener('input', follow);
  };
}

/** Where in the scrolled preview the line stands that is at this height of the window; between two blocks by their distance. */
function topInPreview(view: EditorView, place: HTMLElement): number | undefined {
  const frame = place.querySelector('iframe');
  const page = frame?.contentDocument;
  if (!frame || !page || place.scrollHeight <= place.clientHeight) return undefined;
  const block = view.lineBlockAtHeight(innerHeight * share - view.documentTop);
  const line = view.state.doc.lineAt(block.from).number;
  const blocks = page.querySelectorAll<HTMLElement>('[data-line]');
  // Only the two that stand around the line are measured, and few are read: there may be thousands.
  const measured = (element: HTMLElement | undefined) =>
    element && { line: lineOf(element), top: element.getBoundingClientRect().top };
  const next = firstBelow(blocks, line);
  const [before, after] = [measured(blocks[next - 1]), measured(blocks[next])];
  const start = frame.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
  if (!before) return start;
  const part = after ? (line - before.line) / (after.line - before.line) : 0;
  return start + before.top + part * ((after?.top ?? before.top) - before.top);
}

/** The number of the first of these blocks, which are in the order of their lines, that begins below the line. */
function firstBelow(blocks: ArrayLike<HTMLElement>, line: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(blocks[middle]!) > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

function lineOf({ dataset }: HTMLElement): number {
  return Number(dataset.line);
}

/** Where a line and a column of the text are, both counted from 1; the nearest place if there is none like it. */
export function placeOf({ state: { doc } }: EditorView, line: number, column = 1): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + column - 1);
}

/** Puts the cursor at the place, and shows it. */
export function goTo(view: EditorView, place: number): void {
  view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
  view.focus();
}
