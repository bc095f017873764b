import { describeDropped, findDroppedText, mostDropped } from './dropped-text.ts';
import type { Finding } from './finding.ts';
import { findLinkFaults } from './link-faults.ts';
import type { CleanBody, CompiledMessage, FilledMessage, MessageSource } from './message.ts';
import { saysSomething } from './pruning.ts';
import { findSubjectFaults } from './subject-faults.ts';
import { findUnknownVariables } from './unknown-variables.ts';
import { type Fault, openWhereabouts, type Whereabouts } from './whereabouts.ts';

/** Gmail shows only a part of HTML that is larger than this, and hides the footer. */
const clippedAt = 102_000;

/** Maximum findings of each kind; somebody who sees these will look for the rest. */
const shownOfKind = 10;

/**
 * Checks a message that was compiled from `source` and rendered for somebody. `html_bytes` is the size of its HTML once
 * tracked. Changes and fetches nothing.
 */
export function findFaults(
  source: MessageSource,
  { body: content }: Pick<CompiledMessage, 'body'>,
  filled: FilledMessage,
  html_bytes = Buffer.byteLength(filled.html),
): Finding[] {
  const faults: Fault[] = [
    ...findSubjectFaults(filled.subject),
    ...findSize(html_bytes),
    ...findSilence(content),
    ...findLoss(content),
    ...findLinkFaults(content, filled.html),
    ...findUnknownVariables('subject', source.subject),
    ...findUnknownVariables('body', source.body, source.written_lines),
    ...findRemains(source, filled.text),
    ...findMissingDescription(source),
  ];
  const seen = new Map<Finding['kind'], number>();
  const whereabouts = openWhereabouts(source);
  return faults
    .filter(({ kind }) => {
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      return seen.get(kind)! <= shownOfKind;
    })
    .map(({ at, ...found }) => ({ ...found, ...whereabouts(at) }));
}

function findSize(bytes: number): Fault[] {
  if (bytes <= clippedAt) return [];
  const size = `${Math.round(bytes / 1_000)} kB`;
  const detail = `The HTML has ${size}. Gmail clips it at 102 kB and hides the unsubscribe link. Shorten the body or link to the rest.`;
  return [{ kind: 'size', severity: 'warning', detail, at: { part: 'body' } }];
}

function findSilence({ html, placeholders }: CleanBody): Fault[] {
  const at = { part: 'body' } as const;
  if (saysSomething(html, placeholders)) return [];
  if (/<img /.test(html)) {
    const detail =
      'The body consists only of images, which many readers do not load and spam filters distrust. Add text.';
    return [{ kind: 'text_missing', severity: 'warning', detail, at }];
  }
  return [{ kind: 'text_missing', severity: 'error', detail: 'The body has no text. Write something.', at }];
}

function findLoss(content: CleanBody): Fault[] {
  const dropped = findDroppedText(content);
  if (dropped.words.length === 0) return [];
  const severity = dropped.share > mostDropped ? 'error' : 'warning';
  const words = [dropped.words.slice(0, 3).join(' '), dropped.words[0]!];
  const at: Whereabouts = { words, parts: ['body'] };
  return [{ kind: 'text_dropped', severity, detail: describeDropped(dropped), at }];
}

function findRemains(source: MessageSource, text: string): Fault[] {
  // Code may contain such words, and addresses contain any letters.
  const prose = `${source.subject}\n${source.description}\n${text}`
    .replace(/^ {4}.*$/gm, '')
    .replace(/\bhttps?:\/\/\S+/g, '');
  const found = prose.match(/\b(?:TODO|FIXME|TBD|TK(?:TK)*|XXX)\b|\blorem ipsum\b/gi) ?? [];
  // Only in capitals: "tk" can be a name.
  const meant = found.filter(word => word === word.toUpperCase() || /lorem/i.test(word));
  return [...new Set(meant)].map(word => ({
    kind: 'placeholder_left',
    severity: 'warning',
    detail: `"${word}" is still in the message. Replace this placeholder.`,
    at: { words: [word] },
  }));
}

function findMissingDescription({ description }: MessageSource): Fault[] {
  if (description.trim() !== '') return [];
  const detail =
    'The email has no description, so inboxes show the first words of the body instead. Write one line about the issue.';
  return [{ kind: 'description_missing', severity: 'hint', detail, at: { part: 'description' } }];
}
