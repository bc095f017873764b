import type { EditorView } from '@codemirror/view';
import { afterPaint } from '../../platform/when-painted.ts';

/** The text at this share of the window's height is aligned with the preview. */
const share = 0.3;

/** Scrolls the preview with the text, so that the same words are at the same height. Returns a function that stops it. */
export function followText(view: EditorView, place: HTMLElement): () => void {
  let isDue = false;
  let isOver = false;
  // It waits until the text has been painted.
  const follow = () => {
    if (isDue) return;
    isDue = true;
    afterPaint(() => {
      isDue = false;
      if (isOver) return;
      const top = topInPreview(view, place);
      // When only the preview scrolls, the author has scrolled it.
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

/** Returns where the line at this height of the window stands in the scrolled preview. Between two blocks it interpolates. */
function topInPreview(view: EditorView, place: HTMLElement): number | undefined {
  const frame = place.querySelector('iframe');
  const page = frame?.contentDocument;
  if (!frame || !page || place.scrollHeight <= place.clientHeight) return undefined;
  const block = view.lineBlockAtHeight(innerHeight * share - view.documentTop);
  const line = view.state.doc.lineAt(block.from).number;
  const blocks = page.querySelectorAll<HTMLElement>('[data-line]');
  // There may be thousands of blocks, so only the two around the line are measured.
  const measured = (element: HTMLElement | undefined) =>
    element && { line: lineOf(element), top: element.getBoundingClientRect().top };
  const next = firstBelow(blocks, line);
  const [before, after] = [measured(blocks[next - 1]), measured(blocks[next])];
  const start = frame.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
  if (!before) return start;
  const part = after ? (line - before.line) / (after.line - before.line) : 0;
  return start + before.top + part * ((after?.top ?? before.top) - before.top);
}

/** Returns the index of the first block below the line. The blocks are ordered by their lines. */
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

/** Returns the place of a line and a column, both counted from 1, or the nearest place that exists. */
export function placeOf({ state: { doc } }: EditorView, line: number, column = 1): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + column - 1);
}

/** Puts the cursor at the place and scrolls to it. */
export function goTo(view: EditorView, place: number): void {
  view.dispatch({ selection: { anchor: place }, scrollIntoView: true });
  view.focus();
}
