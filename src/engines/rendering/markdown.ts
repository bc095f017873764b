import MarkdownIt, { type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import { linkBareAddresses } from './autolinks.ts';
import { arrangeBlocks } from './blocks.ts';
import { addFootnotes } from './footnotes.ts';
import { highlightCode } from './highlight.ts';
import { type Placeholders, roleAt } from './placeholders.ts';
import { addTasks } from './tasks.ts';
import { showWrittenTags } from './written-tags.ts';

type Markdown = InstanceType<typeof MarkdownIt>;

const markdown = createMarkdown();

/**
 * Renders CommonMark with GFM tables, strikethrough and autolinks, footnotes, highlighted code, typographic quotes, raw HTML;
 * not sanitised. With `lines`, the source's line of each line, blocks have the line at which they begin as `data-line`.
 */
export function renderMarkdown(text: string, placeholders: Placeholders, lines?: number[]): string {
  const separated = separateBlockTags(text, placeholders);
  return markdown.render(separated, {
    placeholders,
    lines: lines && linesApart(text, lines, placeholders),
  });
}

/** Returns the tokens of a text with Liquid arranged among them, and the text to which their line numbers refer. */
export function parseMarkdown(text: string, placeholders: Placeholders): { text: string; tokens: Token[] } {
  const separated = separateBlockTags(text, placeholders);
  return { text: separated, tokens: markdown.parse(separated, { placeholders }) };
}

function createMarkdown(): Markdown {
  const md = new MarkdownIt({ html: true, linkify: true, typographer: true });
  md.disable('replacements');
  linkBareAddresses(md.linkify);
  addTasks(md);
  showWrittenTags(md, placeholdersOf);
  addFootnotes(md);
  colourCode(md);
  const paragraph = md.block.ruler.getRules('').at(-1) as ReturnType<typeof md.block.ruler.getRules>[number];
  md.block.ruler.before('table', 'liquid_tags', tagLine, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.block.ruler.before('html_block', 'liquid_link', (state, start, end, silent) => {
    return !silent && linkAt(state, (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0)) !== null
      ? paragraph(state, start, end, silent)
      : false;
  });
  md.inline.ruler.before('autolink', 'liquid_link', filledLink);
  md.core.ruler.after('block', 'liquid_blocks', (state: StateCore) => {
    state.tokens = arrangeBlocks(state.tokens, placeholdersOf(state), state.Token);
  });
  md.core.ruler.push('lines', markLines);
  md.renderer.rules.liquid_tags = (tokens, index) => `${tokens[index]?.content}\n`;
  return md;
}

function placeholdersOf(state: { env: Record<string, unknown> }): Placeholders {
  return state.env.placeholders as Placeholders;
}

function colourCode(md: Markdown): void {
  const plain = md.renderer.rules.fence as NonNullable<typeof md.renderer.rules.fence>;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]!;
    const { info, content } = token;
    const language = info.trim().split(/\s/)[0]!;
    const html = highlightCode(content, language, placeholdersOf({ env: env ?? {} }));
    if (html === undefined) return plain(tokens, index, options, env, self);
    return `<pre${self.renderAttrs(token)}><code class="language-${language}">${html}</code></pre>\n`;
  };
}

// Separates tags from block markup, as in `{% if x %}# Title{% endif %}` on one line: block markup must begin its line, and a table row
// must end it.
function separateBlockTags(text: string, placeholders: Placeholders): string {
  const tags = `(?:[ \\t]*${placeholders.pattern})+`;
  const before = new RegExp(
    `^( {0,3}${tags})[ \\t]*(?=#{1,6} |[-*+] |\\d{1,9}[.)] |> |\`\`\`|~~~|\\|)`,
    'gm',
  );
  const after = new RegExp(`^([ >]*\\|.*\\|)(${tags})[ \\t]*$`, 'gm');
  return text
    .replace(before, (whole, found: string) => (onlyTags(found, placeholders) ? `${found}\n` : whole))
    .replace(after, (whole, row: string, found: string) =>
      onlyTags(found, placeholders) ? `${row}\n${found}` : whole,
    );
}

/** Returns the source's line of each line after block tags have been separated. */
function linesApart(text: string, lines: number[], placeholders: Placeholders): number[] {
  return text.split('\n').flatMap((one, at) =>
    separateBlockTags(one, placeholders)
      .split('\n')
      .map(() => lines[at] ?? 0),
  );
}

function markLines(state: StateCore): void {
  const lines = state.env.lines as number[] | undefined;
  if (lines === undefined) return;
  for (const token of state.tokens) {
    const line = token.map && lines[token.map[0]];
    if (!line) continue;
    if (token.type === 'html_block')
      token.content = token.content.replace(
        /^\s*<[a-z][a-z0-9-]*(?=[\s>])/i,
        tag => `${tag} data-line="${line}"`,
      );
    else if (
      token.nesting === 1 ||
      token.type === 'fence' ||
      token.type === 'code_block' ||
      token.type === 'hr'
    )
      token.attrSet('data-line', String(line));
  }
}

function onlyTags(text: string, placeholders: Placeholders): boolean {
  const rest = text.replace(new RegExp(placeholders.pattern, 'g'), (placeholder, number) =>
    roleAt(placeholders, number).is === 'output' ? placeholder : '',
  );
  return rest.trim() === '';
}

// Makes a separate block of tags on a line of their own: they end a paragraph, like the blank line that Liquid leaves.
function tagLine(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  if (state.parentType === 'table') return endsTable(state, start);
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4 || !isTagLine(state, start)) return false;
  if (silent) return true;
  state.line = start + 1;
  const token = state.push('liquid_tags', '', 0);
  token.map = [start, state.line];
  token.content = lineAt(state, start).trim();
  return true;
}

// Whether the line ends a table. Tags inside a table are rows, which arrangeBlocks removes again; text after them is not a row.
function endsTable(state: StateBlock, line: number): boolean {
  return isTagLine(state, line - 1) && !isTagLine(state, line) && !lineAt(state, line).includes('|');
}

function isTagLine(state: StateBlock, line: number): boolean {
  const text = lineAt(state, line);
  return text.trim() !== '' && onlyTags(text, placeholdersOf(state));
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

function linkAt(
  state: { src: string; env: Record<string, unknown> },
  position: number,
): RegExpExecArray | null {
  if (state.src[position] !== '<') return null;
  const link = new RegExp(`<(${placeholdersOf(state).pattern})>`, 'y');
  link.lastIndex = position;
  return link.exec(state.src);
}

// Reads an automatic link to a value: <{{ url }}>.
function filledLink(state: StateInline, silent: boolean): boolean {
  const link = linkAt(state, state.pos);
  if (link === null) return false;
  if (!silent) {
    const url = link[1]!;
    state.push('link_open', 'a', 1).attrs = [['href', url]];
    state.push('text', '', 0).content = url;
    state.push('link_close', 'a', -1);
  }
  state.pos += link[0].length;
  return true;
}
