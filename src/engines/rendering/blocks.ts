import type { Token } from 'markdown-it';
import { type Placeholders, type Role, roleAt } from './placeholders.ts';

/** A Markdown block, or one Liquid tag between blocks or at their edge (`tag`). */
type Node = {
  parent: Node | null;
  children: Node[];
  open?: Token;
  close?: Token;
  leaf?: Token;
  tag?: { source: string; role: Role; inText: boolean };
};

type TokenClass = new (type: string, tag: string, nesting: 0) => Token;

/**
 * Moves Liquid tags to where they enclose whole Markdown blocks: out of a paragraph that they begin or end, between
 * table rows, between the items of one list. Tags without such a place stay; `checkBlocksInHtml` refuses them later.
 */
export function arrangeBlocks(tokens: Token[], placeholders: Placeholders, TokenOf: TokenClass): Token[] {
  if (placeholders.entries.length === 0) return tokens;
  const root = growTree(tokens, placeholders);
  freeTagRows(root);
  const blocks = matchTags(root);
  encloseAll(blocks);
  for (const block of blocks) freeParagraph(block);
  joinLists(root, blocks);
  const arranged: Token[] = [];
  flatten(root, arranged, TokenOf);
  return arranged;
}

function growTree(tokens: Token[], placeholders: Placeholders): Node {
  const root: Node = { parent: null, children: [] };
  let at = root;
  for (const token of tokens) {
    if (token.nesting === 1) {
      const node: Node = { parent: at, children: [], open: token };
      at.children.push(node);
      at = node;
    } else if (token.nesting === -1) {
      at.close = token;
      at = at.parent!;
    } else if (token.type === 'liquid_tags') {
      at.children.push(...splitTags(token.content, placeholders, at, false));
    } else if (token.type === 'inline') {
      addInline(token, placeholders, at);
    } else at.children.push({ parent: at, children: [], leaf: token });
  }
  return root;
}

// Tags at the beginning and end of a text become nodes next to it.
function addInline(token: Token, placeholders: Placeholders, parent: Node): void {
  const edge = (pattern: string) => {
    let edges = '';
    const match = new RegExp(pattern);
    for (let found = match.exec(token.content); found !== null; found = match.exec(token.content)) {
      if (['output', 'statement'].includes(roleAt(placeholders, found[1]).is)) break;
      edges = found.index === 0 ? edges + found[0] : found[0] + edges;
      token.content =
        found.index === 0 ? token.content.slice(found[0].length) : token.content.slice(0, found.index);
    }
    return splitTags(edges, placeholders, parent, true);
  };
  parent.children.push(...edge(`^\\s*${placeholders.pattern}`));
  const text: Node = { parent, children: [], leaf: token };
  const after = edge(`${placeholders.pattern}\\s*$`);
  parent.children.push(text, ...after);
}

function splitTags(source: string, placeholders: Placeholders, parent: Node, inText: boolean): Node[] {
  return Array.from(source.matchAll(new RegExp(`\\s*${placeholders.pattern}\\s*`, 'g')), match => ({
    parent,
    children: [],
    tag: { source: match[0], role: roleAt(placeholders, match[1]), inText },
  }));
}

function isEmptyText(node: Node): boolean {
  return node.leaf?.type === 'inline' && node.leaf.content.trim() === '';
}

// Frees tags from rows: a line of tags among table rows was parsed as a row.
function freeTagRows(node: Node): void {
  if (node.open?.type === 'tbody_open') {
    node.children = node.children.flatMap(row => {
      const inside = row.children.flatMap(cell => cell.children).filter(child => !isEmptyText(child));
      if (inside.length === 0 || !inside.every(child => child.tag)) return [row];
      return inside.map(child => standAlone(child, node));
    });
  } else for (const child of node.children) freeTagRows(child);
}

function standAlone(node: Node, parent: Node): Node {
  node.parent = parent;
  if (node.tag) node.tag.inText = false;
  return node;
}

/** Returns the tags of each block in order, outer blocks before inner ones; nothing if they do not match. */
function matchTags(root: Node): Node[][] {
  const blocks: Node[][] = [];
  const open: Node[][] = [];
  const visit = (node: Node): boolean => {
    const role = node.tag?.role;
    if (role?.is === 'open') open.push(blocks[blocks.push([node]) - 1]!);
    else if (role?.is === 'divide' || role?.is === 'close') {
      if (open.length === 0) return false;
      open.at(-1)?.push(node);
      if (role.is === 'close') open.pop();
    }
    return node.children.every(visit);
  };
  return visit(root) && open.length === 0 ? blocks : [];
}

function depth(node: Node): number {
  let parents = 0;
  for (let at = node.parent; at !== null; at = at.parent) parents++;
  return parents;
}

function encloseAll(blocks: Node[][]): void {
  // Tags can stand in each other's way, so the blocks are processed repeatedly.
  for (let moved = true; moved; ) {
    moved = false;
    for (const block of blocks) while (enclose(block)) moved = true;
  }
}

// Moves one tag up, the deepest first, unless all tags of the block are siblings. Returns false if there is nothing to move.
function enclose(block: Node[]): boolean {
  if (new Set(block.map(node => node.parent)).size === 1) return false;
  return block.toSorted((one, other) => depth(other) - depth(one)).some(climb);
}

function climb(node: Node): boolean {
  const parent = node.parent!;
  const above = parent.parent;
  if (above === null) return false;
  const before = parent.children.slice(0, parent.children.indexOf(node)).every(isEmptyText);
  const after = parent.children.slice(parent.children.indexOf(node) + 1).every(isEmptyText);
  if (!before && !after) return false;
  const up = before && !(after && node.tag?.role.is === 'close');
  parent.children.splice(parent.children.indexOf(node), 1);
  const place = above.children.indexOf(parent);
  above.children.splice(up ? place : place + 1, 0, standAlone(node, above));
  if (parent.children.every(isEmptyText)) above.children.splice(above.children.indexOf(parent), 1);
  return true;
}

// If a condition encloses all of a paragraph, it also encloses the paragraph element.
function freeParagraph(block: Node[]): void {
  const [open, close] = [block[0]!, block.at(-1)!];
  const parent = open.parent!;
  const conditional = open.tag?.role.is === 'open' && ['if', 'unless'].includes(open.tag.role.block);
  if (!conditional || block.length !== 2 || parent.open?.type !== 'paragraph_open' || parent.open.hidden)
    return;
  if (parent.children[0] === open && parent.children.at(-1) === close && climb(open)) climb(close);
}

function joinLists(node: Node, blocks: Node[][]): void {
  for (const child of node.children) joinLists(child, blocks);
  for (let start = 0; start < node.children.length; start++) {
    let end = start;
    while (node.children[end]?.tag) end++;
    const kind = listKind(node.children[end]);
    if (kind === undefined) {
      start = end;
      continue;
    }
    while (end < node.children.length && (node.children[end]?.tag || listKind(node.children[end]) === kind))
      end++;
    const joined = joinRun(node.children.slice(start, end), node, blocks);
    node.children.splice(start, end - start, ...joined);
    start += joined.length - 1;
  }
}

function listKind(node: Node | undefined): string | undefined {
  const type = node?.open?.type;
  return type === 'bullet_list_open' || type === 'ordered_list_open' ? type + node?.open?.markup : undefined;
}

// Joins lists that are separated only by tags, if those tags close within the list; a loop around a list repeats its
// items.
function joinRun(run: Node[], parent: Node, blocks: Node[][]): Node[] {
  const placeOf = new Map(run.map((node, place) => [node, place]));
  const own = blocks.filter(block => block.every(tag => placeOf.has(tag)));
  let first = run.findIndex(node => !node.tag);
  let last = run.findLastIndex(node => !node.tag);
  const alone = first === last;
  // Inner blocks come first, because one that reaches beyond the lists may pull its outer block in.
  for (const block of own.toReversed()) {
    const places = block.map(tag => placeOf.get(tag)!);
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const crosses = places.some(place => place > first && place < last);
    const repeats = block[0]?.tag?.role.is === 'open' && block[0].tag.role.block === 'for';
    if (!crosses && !(repeats && from < first && to > last)) continue;
    first = Math.min(first, from);
    last = Math.max(last, to);
  }
  const inner = run.slice(first, last + 1);
  const matched = new Set(own.flat());
  const closed = inner.every(node => !node.tag || node.tag.role.is === 'statement' || matched.has(node));
  if (!closed || (alone && inner.length === 1)) return run;
  const joined: Node = { ...inner.find(node => !node.tag)!, parent };
  joined.children = inner.flatMap(node => (node.tag ? [node] : node.children));
  for (const child of joined.children) child.parent = joined;
  return [...run.slice(0, first), joined, ...run.slice(last + 1)];
}

function flatten(node: Node, tokens: Token[], TokenOf: TokenClass): void {
  if (node.open) tokens.push(node.open);
  let text: Token | undefined;
  let pending = '';
  for (const child of node.children) {
    if (child.tag?.inText) {
      if (text) text.content += child.tag.source;
      else pending += child.tag.source;
    } else if (child.tag) {
      const token = new TokenOf('liquid_tags', '', 0);
      token.content = child.tag.source.trim();
      token.block = true;
      tokens.push(token);
    } else {
      if (child.leaf?.type === 'inline') {
        text = child.leaf;
        text.content = pending + text.content;
        pending = '';
      }
      flatten(child, tokens, TokenOf);
    }
  }
  if (node.leaf) tokens.push(node.leaf);
  if (node.close) tokens.push(node.close);
}
