import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { embed, playerOf } from '../../../../src/engines/cards/embed.ts';
import { isDrawn } from '../drawing/drawing.ts';
import { isRaw } from '../drawing/outline.ts';
import type { Mode } from './body-mode.ts';
import { toMarkdown } from './rich-text.ts';

// Recognises what the lines of unformatted text mean. Pure.

/** Matches lines that begin a block, or are part of one in which each line counts. */
const structured = /^(?:\s*(?:[-*+>#|=<]|\d{1,9}[.)]\s|`{3}|~{3}|\{%|\[\^?[^\]]+\]:)| {4}|\t)|\|\s*$/;
/** The usual length of lines that a program has wrapped, apart from the last one. */
const wrapped = { least: 55, most: 100 };

/**
 * Returns the text as Markdown that keeps its lines. Wrapped lines become one paragraph; longer lines become a paragraph each; short lines,
 * as in addresses and poems, get line breaks.
 */
export function keepLines(text: string): string {
  let isCode = false;
  return text
    .replace(/\r\n?/g, '\n')
    .split(/(\n{2,})/)
    .map(part => {
      const fences = part.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
      const lines = part.split('\n');
      const isKept =
        isCode || fences > 0 || part.startsWith('\n') || lines.length < 2 || lines.some(isStructured);
      if (fences % 2 === 1) isCode = !isCode;
      if (isKept) return part;
      const before = lines.slice(0, -1);
      if (before.every(({ length }) => length >= wrapped.least && length <= wrapped.most)) return part;
      if (before.some(({ length }) => length > wrapped.most)) return lines.join('\n\n');
      return lines.map((line, index) => line.trimEnd() + (index < before.length ? '  ' : '')).join('\n');
    })
    .join('');
}

function isStructured(line: string): boolean {
  return structured.test(line);
}

type AddImages = (view: EditorView, files: File[], at: number) => void;

/**
 * Handles pasted and dropped content. An address links the selected words; that of a video on an empty line is embedded. Formatted text
 * becomes Markdown, and pictures are uploaded. Unformatted text stays as it is, with its lines.
 */
export function pasting(addImages: AddImages, modeIn: (state: EditorState) => Mode): Extension {
  return EditorView.domEventHandlers({
    paste: (event, view) => {
      if (view.state.readOnly || !event.clipboardData) return false;
      return insert(event.clipboardData, view, modeIn(view.state) === 'html', addImages);
    },
    drop: (event, view) => {
      const images = imagesOf(event.dataTransfer);
      if (view.state.readOnly || images.length === 0) return false;
      event.preventDefault();
      addImages(view, images, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
      return true;
    },
  });
}

function insert(data: DataTransfer, view: EditorView, isHtml: boolean, addImages: AddImages): boolean {
  const text = data.getData('text/plain');
  if (linkWords(view, text.trim()) || embedVideo(view, text.trim())) return true;
  const html = isHtml || data.types.includes('vscode-editor-data') ? '' : data.getData('text/html');
  const images = imagesOf(data);
  // Spreadsheets and word processors add a picture of what they copy; browsers add the address of a copied picture.
  const isPicture = images.length > 0 && text.trim() === '';
  const markdown = html === '' || isPicture ? undefined : toMarkdown(html);
  if (markdown) {
    const { from, to } = view.state.selection.main;
    const written = fit(view, markdown, from, to);
    view.dispatch(view.state.replaceSelection(written), { userEvent: 'input.paste', scrollIntoView: true });
    return true;
  }
  if (!isPicture) return !isHtml && pasteLines(view, text);
  addImages(view, images, view.state.selection.main.from);
  return true;
}

/** Keeps the lines of unformatted text in the mail too, if the text is shown as readers see it. */
function pasteLines(view: EditorView, text: string): boolean {
  const { state } = view;
  const kept = keepLines(text);
  if (kept === text || !state.facet(isDrawn) || isRaw(state, state.selection.main.from)) return false;
  view.dispatch(state.replaceSelection(kept), { userEvent: 'input.paste', scrollIntoView: true });
  return true;
}

/** Puts several blocks on lines of their own. */
function fit(view: EditorView, markdown: string, from: number, to: number): string {
  if (!/\n/.test(markdown) && !/^(?:#|- |> |\d+\. )/.test(markdown)) return markdown;
  const { doc } = view.state;
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  const before = doc.sliceString(first.from, from).trim() === '' ? '' : '\n\n';
  const after = doc.sliceString(to, last.to).trim() === '' ? '' : '\n\n';
  return before + markdown + after;
}

/** Embeds a pasted video address in an empty line. */
function embedVideo(view: EditorView, address: string): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.from);
  const isAlone =
    line.text.trim() === '' && view.state.doc.line(Math.max(1, line.number - 1)).text.trim() === '';
  if (!main.empty || !isAlone || /\s/.test(address) || !playerOf(address)) return false;
  const insert = `${fit(view, embed.write({ address }), line.from, line.to)}\n\n`;
  view.dispatch({
    changes: { from: line.from, to: line.to, insert },
    selection: { anchor: line.from + insert.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  return true;
}

function linkWords(view: EditorView, address: string): boolean {
  const { from, to, empty } = view.state.selection.main;
  const words = view.state.sliceDoc(from, to);
  if (empty || /\n/.test(words) || !/^https?:\/\/\S+$/.test(address) || /^https?:\/\/\S+$/.test(words.trim()))
    return false;
  const insert = `[${words}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.paste',
  });
  return true;
}

function imagesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type));
}
