import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { words } from '../../words.ts';
import { isInGallery } from '../drawing/boxes.ts';
import { isDrawn } from '../drawing/drawing.ts';
import { element } from '../elements/element.ts';

/** Uploads a picture and returns its address. Calls `onProgress` with the share that has been sent, from 0 to 1. */
export type Upload = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<string>;

type Pending = { file: File; stop: AbortController; share: number; error?: string };

const add = StateEffect.define<{ pending: Pending; at: number }>({
  map: ({ pending, at }, changes) => ({ pending, at: changes.mapPos(at) }),
});
const change = StateEffect.define<Pending>();
const remove = StateEffect.define<Pending>();

/** Shows a picture that is being uploaded at its future place. */
class PendingImage extends WidgetType {
  readonly pending: Pending;
  readonly share: number;
  readonly error: string | undefined;

  constructor(pending: Pending) {
    super();
    this.pending = pending;
    this.share = pending.share;
    this.error = pending.error;
  }

  override eq(other: PendingImage): boolean {
    return other.pending === this.pending && other.share === this.share && other.error === this.error;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { file } = this.pending;
    const state = this.error ?? words.editor.uploading(file.name, Math.round(this.share * 100));
    const text = element('span', { role: this.error === undefined ? 'status' : 'alert' }, state);
    const stop = element(
      'button',
      { type: 'button' },
      this.error === undefined ? words.parts.cancel : words.parts.close,
    );
    stop.addEventListener('click', () => {
      this.pending.stop.abort();
      view.dispatch({ effects: remove.of(this.pending) });
      view.focus();
    });
    const dom = element('span', { class: 'cm-upload' }, text, stop);
    dom.style.setProperty('--share', `${Math.round(this.share * 100)}%`);
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const uploads = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects }) {
    let next = shown.map(changes);
    for (const effect of effects) {
      if (effect.is(add)) next = next.update({ add: [placed(effect.value.pending, effect.value.at)] });
      if (effect.is(change) || effect.is(remove)) {
        const at = placeOf(next, effect.value);
        next = next.update({ filter: (_from, _to, { spec }) => spec.pending !== effect.value });
        if (at !== undefined && effect.is(change)) next = next.update({ add: [placed(effect.value, at)] });
      }
    }
    return next;
  },
  provide: field => EditorView.decorations.from(field),
});

function placed(pending: Pending, at: number) {
  return Decoration.widget({ widget: new PendingImage(pending), pending, side: 1 }).range(at);
}

function placeOf(shown: DecorationSet, pending: Pending): number | undefined {
  for (const cursor = shown.iter(); cursor.value; cursor.next())
    if (cursor.value.spec.pending === pending) return cursor.from;
  return undefined;
}

/** The pictures that are being uploaded. Typing continues around them. */
export const images: Extension = uploads;

/** Uploads the pictures, and writes each at its place when it has arrived, with the cursor in its description. */
export function addImages(view: EditorView, files: File[], at: number, upload: Upload): void {
  let last = Promise.resolve();
  for (const file of files) last = addImage(view, file, at, upload, last);
}

/** Adds one picture. It waits for `last`, the picture before it, so that the order stays. */
async function addImage(
  view: EditorView,
  file: File,
  at: number,
  upload: Upload,
  last: Promise<void>,
): Promise<void> {
  const pending: Pending = { file, stop: new AbortController(), share: 0 };
  view.dispatch({ effects: add.of({ pending, at }) });
  try {
    const address = await upload(
      file,
      share => {
        pending.share = share;
        view.dispatch({ effects: change.of(pending) });
      },
      pending.stop.signal,
    );
    await last;
    writeImage(view, pending, address);
  } catch (error) {
    if (pending.stop.signal.aborted) return;
    pending.error = `${file.name}: ${error instanceof Error ? error.message : String(error)}`;
    view.dispatch({ effects: change.of(pending) });
  }
}

function writeImage(view: EditorView, pending: Pending, address: string): void {
  const at = placeOf(view.state.field(uploads), pending);
  if (at === undefined) return;
  const { doc, selection } = view.state;
  const line = doc.lineAt(at);
  // In a gallery, pictures stand side by side.
  const between = isInGallery(view.state, line.number) ? ' ' : '\n\n';
  const before = doc.sliceString(line.from, at).trim() === '' ? '' : between;
  const after = doc.sliceString(at, line.to).trim() === '' ? '' : between;
  const alt = altOf(pending.file.name);
  const insert = `${before}![${alt}](${address})${after}`;
  // The cursor does not move if somebody is writing elsewhere meanwhile.
  const isHere = selection.main.from >= line.from && selection.main.to <= line.to;
  const start = at + before.length + 2;
  view.dispatch({
    changes: { from: at, insert },
    effects: remove.of(pending),
    ...(isHere && { selection: { anchor: start + alt.length }, scrollIntoView: true }),
    userEvent: 'input',
  });
  if (!isHere || !view.hasFocus || !view.state.facet(isDrawn)) return;
  // The text does not show the description, so the form asks for it.
  const field = view.dom.querySelector<HTMLInputElement>('.cm-form.cm-tooltip input');
  field?.focus();
  field?.setSelectionRange(alt.length, alt.length);
}

/** Returns the description in the picture's file name; empty if a camera or a program has named the file. */
function altOf(name: string): string {
  const stem = name
    .replace(/\.\w+$/, '')
    .replace(/[-_+]+/g, ' ')
    .replace(/[[\]\\`*]/g, '')
    .trim();
  const isNumber =
    /^(?:img|dsc\w?|pxl|p|image|photo|picture|screenshot|screen shot|unnamed|untitled|whatsapp image)?\s*[\d\s.:()at-]*$/i;
  return isNumber.test(stem) || /^[0-9a-f]{8}/i.test(stem) ? '' : stem;
}
