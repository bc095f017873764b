import type { EditorView } from '@codemirror/view';

/** How far down the window the text is that the preview shows at the same height. */
const share = 0.3;

/** Scrolls the preview with the text, so that the same words are at the same height. Returns how to stop. */
export function followText(view: EditorView, place: HTMLElement): () => void {
  let due = 0;
  const follow = () => {
    due ||= requestAnimationFrame(() => {
      due = 0;
      const top = topInPreview(view, place);
      // What scrolls the preview alone is the reader's own wheel.
      if (top !== undefined) place.scrollTop = top - innerHeight * share + place.getBoundingClientRect().top;
    });
  };
  addEventListener('scroll', follow, { passive: true });
  view.dom.addEventListener('input', follow);
  return () => {
    cancelAnimationFrame(due);
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
  const blocks = [...page.querySelectorAll<HTMLElement>('[data-line]')];
  // Only the two that stand around the line are measured: there may be thousands.
  const measured = (element: HTMLElement | undefined) =>
    element && { line: lineOf(element), top: element.getBoundingClientRect().top };
  const before = measured(blocks.findLast(one => lineOf(one) <= line));
  const after = measured(blocks.find(one => lineOf(one) > line));
  const start = frame.getBoundingClientRect().top - place.getBoundingClientRect().top + place.scrollTop;
  if (!before) return start;
  const part = after ? (line - before.line) / (after.line - before.line) : 0;
  return start + before.top + part * ((after?.top ?? before.top) - before.top);
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
