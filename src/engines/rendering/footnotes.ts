import type MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { domainError } from '../../platform/errors.ts';

/** The most footnotes. The plugin takes disproportionately longer to sort more. */
const limit = 1_000;

const label = /\[\^[^\s\]]{1,200}\]/y;

/** Adds `[^1]` with `[^1]: note`, and `^[note]`: a list at the end whose items link back to their references. */
export function addFootnotes(md: InstanceType<typeof MarkdownIt>): void {
  md.use(footnotes);
  // The plugin would search for the end of each unclosed label. An earlier rule has checked that it is not a link or an image.
  md.inline.ruler.before('footnote_ref', 'footnote_label', (state, silent) => {
    if (!state.src.startsWith('[^', state.pos)) return false;
    label.lastIndex = state.pos;
    if (label.test(state.src)) return false;
    if (!silent) state.pending += '[^';
    state.pos += 2;
    return true;
  });
  md.core.ruler.before('footnote_tail', 'footnote_limit', state => {
    const { list = [] } = (state.env.footnotes ?? {}) as { list?: unknown[] };
    if (list.length > limit) {
      throw domainError('body_invalid', 'rendering.too_many_footnotes', { limit });
    }
  });
  // The same number at every reference to a note.
  md.renderer.rules.footnote_caption = (tokens, index) => `[${Number(tokens[index]?.meta?.id) + 1}]`;
}
