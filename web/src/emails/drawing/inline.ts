import { imageIn } from '../elements/image.ts';
import { numberOf } from './footnotes.ts';
import { type Draw, hide, mark, replace } from './scene.ts';
import { drawNoteNumber, drawPicture } from './widgets.ts';

/** Hides the markers at both ends of the words until the cursor is among them. */
const within =
  (sign: string): Draw =>
  ({ node, from, to }, scene) => {
    if (scene.touches(from, to)) return;
    for (const { from, to } of node.getChildren(sign)) hide(scene, from, to);
  };

const code: Draw = (node, scene) => {
  mark(scene, node.from, node.to, 'cm-inline-code');
  within('CodeMark')(node, scene);
};

/** Hides the backslash before a character or at the end of a line. */
const backslash: Draw = ({ from, to }, scene) => {
  if (scene.state.sliceDoc(from, from + 1) === '\\' && !scene.touches(from, to)) hide(scene, from, from + 1);
};

/** Shows only the text of a link. The address is in the form that opens at the link. */
const link: Draw = ({ node, from, to }, scene) => {
  const { state } = scene;
  const label = /^\[\^([^\]\s]+)\]$/.exec(state.sliceDoc(from, to))?.[1];
  const number = label === undefined ? undefined : numberOf(state.doc, label);
  if (number !== undefined) {
    const isNote = state.sliceDoc(to, to + 1) === ':' && state.doc.lineAt(from).from === from;
    if (!isNote) replace(scene, from, to, drawNoteNumber(number));
    return;
  }
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close || !node.getChild('URL') || open.to === close.from) return;
  replace(scene, from, open.to);
  replace(scene, close.from, to);
};

const image: Draw = ({ node, from, to }, scene) => {
  const found = imageIn(scene.state.sliceDoc(from, to));
  if (found && node.name !== 'Link') replace(scene, from, to, drawPicture(found));
};

/** The drawing of each kind of inline text. */
export const inline: Readonly<Record<string, Draw>> = {
  Emphasis: within('EmphasisMark'),
  StrongEmphasis: within('EmphasisMark'),
  Strikethrough: within('StrikethroughMark'),
  Autolink: within('LinkMark'),
  InlineCode: code,
  Escape: backslash,
  HardBreak: backslash,
  Link: link,
  Image: image,
  HTMLTag: image,
};
