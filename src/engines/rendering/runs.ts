import { blockElements } from './mode.ts';
import type { Placeholders } from './placeholders.ts';
import { closersOf, matchTags, saysSomething, tagsOf } from './pruning.ts';

/** A text between two block tags. If it is a whole paragraph, `opener` is the tag of that paragraph. */
type Run = { start: number; end: number; opener: string };

const blocks = new RegExp(
  `^(?:${blockElements}|body|caption|figcaption|head|html|li|t[dhr]|t(?:body|foot|head)|title)$`,
);
const noProse = /^(?:h[1-6]|head|title|style|script|caption|figcaption|pre)$/;

/** Returns the first prose of HTML without comments, as a paragraph within its Liquid blocks; empty if there is none. */
export function firstRun(html: string, placeholders: Placeholders): string {
  for (const { start, end, opener } of runsOf(html, placeholders)) {
    const run = html.slice(start, end);
    if (!saysSomething(run, placeholders)) continue;
    const before = tagsOf(html.slice(0, start), placeholders);
    const paragraph = `${opener}${run.trim()}${closersOf(run, placeholders)}</p>`;
    return before + paragraph + closersOf(before, placeholders);
  }
  return '';
}

function* runsOf(html: string, placeholders: Placeholders): Generator<Run> {
  let run: Run = { start: 0, end: 0, opener: '<p>' };
  let silence: { name: string; depth: number } | undefined;
  let depth = 0;
  // The number of Liquid blocks around the run: it ends where one of them does.
  let around = 0;
  for (const { start, end, role, closes, name } of matchTags(html, placeholders)) {
    if (role?.is === 'open') depth++;
    const leaves = (role?.is === 'close' || role?.is === 'divide') && depth <= around;
    if (role?.is === 'close') depth--;
    if (!leaves && !blocks.test(name)) continue;
    if (silence === undefined) yield { ...run, end: start };
    const tag = html.slice(start, end);
    run = { start: end, end, opener: name === 'p' && !closes ? tag : '<p>' };
    around = depth;
    if (silence?.name === name) silence.depth += closes ? -1 : 1;
    else if (!silence && !closes && (noProse.test(name) || /display:\s*none/i.test(tag)))
      silence = { name, depth: 1 };
    if (silence?.depth === 0) silence = undefined;
  }
  if (silence === undefined) yield { ...run, end: html.length };
}
