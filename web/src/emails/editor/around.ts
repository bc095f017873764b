import type { Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';

/** Elements that handle clicks themselves. */
const taken =
  '.cm-content, .cm-panels, .cm-tooltip, textarea, input, button, a, label, summary, aside, [role]';

/**
 * Puts the cursor at the nearest text when somebody clicks the white space around it. The attribute marks the area that belongs to a text.
 */
export const around: Extension = ViewPlugin.define(view => {
  const click = (event: MouseEvent) => {
    const { target, button, clientX: x, clientY: y } = event;
    const place = target instanceof Element ? target.closest('[data-around-text]') : null;
    if (button !== 0 || !place?.contains(view.dom) || view.dom.offsetParent === null) return;
    const hit = (target as Element).closest(taken);
    if (hit && place.contains(hit)) return;
    const isBelow = y > view.contentDOM.getBoundingClientRect().bottom;
    const at = isBelow ? view.state.doc.length : view.posAtCoords({ x, y }, false);
    event.preventDefault();
    view.focus();
    view.dispatch({ selection: { anchor: at }, userEvent: 'select.pointer' });
  };
  document.addEventListener('mousedown', click);
  return { destroy: () => document.removeEventListener('mousedown', click) };
});
