import type { Email } from '../../../../src/client/schema.ts';
import { modeOf } from '../editor/body-mode.ts';

type Issue = Pick<Email, 'subject' | 'secondary_id'> & { body?: string };

/** Returns what issues have in common: the same beginning of the subject with the next number, and the structure of the text. */
export function structureOf(last: Issue, before: Issue | undefined): { subject: string; body: string } {
  return { subject: subjectAfter(last, before), body: bodyAfter(last.body ?? '', before?.body ?? '') };
}

/**
 * Keeps the structure of a text (headings, rules, the head of a table, callouts, cards, Liquid), and every paragraph that the issue before
 * has too. HTML does not change.
 */
function bodyAfter(body: string, before: string): string {
  if (modeOf(body) === 'html') return body;
  const repeated = new Set(blocksOf(before));
  return blocksOf(body)
    .map(block => (repeated.has(block) ? block : shapeOf(block)))
    .filter(block => block !== '')
    .join('\n\n');
}

/** Splits a text into paragraphs and other blocks at empty lines. A block of code stays whole. */
function blocksOf(body: string): string[] {
  const blocks: string[] = [];
  let fence = '';
  let isNew = true;
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === '' && line.trim() === '') isNew = true;
    else if (isNew) blocks.push(line);
    else blocks.push(`${blocks.pop()}\n${line}`);
    if (fence !== '' || line.trim() !== '') isNew = false;
    if (mark !== undefined) fence = fence === '' ? mark[0]! : mark.startsWith(fence) ? '' : fence;
  }
  return blocks;
}

const heading = /^ {0,3}#{1,6}\s.*$/;
const kept = [
  /^\S.*\n(?:=+|-+)\s*$/, // a heading that is underlined
  /^ {0,3}(?:-\s*){3,}$|^ {0,3}(?:\*\s*){3,}$/, // a horizontal rule
  /^<!--[\s\S]*-->$/, // a paywall
  /^(?:\{\{[^{}]*\}\}|\{%[^{}]*%\}|\s)+$/, // Liquid alone
  /^<a class="(?:button|bookmark)"|^<div class="cta"|^<div class="callout">$|^<\/div>$/,
  /^<h[1-6][\s>]/i,
];

/** Returns what remains of a block that only one issue has; empty if nothing does. */
function shapeOf(block: string): string {
  const [first = '', second = '', third] = block.split('\n');
  if (heading.test(first)) return first;
  if (kept.some(shape => shape.test(block))) return block;
  const isTable = first.includes('|') && /^[\s|:-]+$/.test(second) && third !== undefined;
  return isTable ? `${first}\n${second}\n${third.replace(/[^|]+/g, ' ')}` : '';
}

const number = '\u0000';

/** Returns the beginning that both subjects share, up to a character such as a colon; with one issue, up to and including its number. */
function subjectAfter(last: Issue, before: Issue | undefined): string {
  const one = withoutNumber(last);
  const shared = before ? sharedBeginning(one, withoutNumber(before)) : one;
  const named = (before ? upToSign : upToNumber).exec(shared)?.[0] ?? '';
  return named.replaceAll(number, String((last.secondary_id ?? 0) + 1)).trimStart();
}

const counter = String.raw`${number}|\{\{\s*email\.secondary_id\s*\}\}`;
const upToNumber = new RegExp(`^.*(?:${counter})[^\\p{L}\\p{N}]*`, 'u');
const upToSign = new RegExp(`^.*(?:${counter}|[:|·–—])[^\\p{L}\\p{N}]*`, 'u');

function withoutNumber({ subject, secondary_id }: Issue): string {
  if (secondary_id === null) return subject;
  return subject.replace(new RegExp(`(?<![\\p{L}\\p{N}])${secondary_id}(?![\\p{L}\\p{N}])`, 'u'), number);
}

function sharedBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
