import { describeDropped, findDroppedText, mostDropped } from './dropped-text.ts';
import type { Finding } from './finding.ts';
import { findLinkFaults } from './link-faults.ts';
import type { CleanBody, CompiledMessage, FilledMessage, MessageSource } from './message.ts';
import { saysSomething } from './pruning.ts';
import { findSubjectFaults } from './subject-faults.ts';
import { findUnknownVariables } from './unknown-variables.ts';

/** The size of HTML from which on Gmail shows only a part, and hides the footer. */
const clippedAt = 102_000;

/** Maximum findings of each kind; somebody who sees these will look for the rest. */
const shownOfKind = 10;

/** Checks a message that was compiled from `source` and rendered for somebody. Changes and fetches nothing. */
export function findFaults(
  source: MessageSource,
  { body: content }: Pick<CompiledMessage, 'body'>,
  filled: FilledMessage,
): Finding[] {
  const findings = [
    ...findSubjectFaults(filled.subject),
    ...findSize(filled.html),
    ...findSilence(content),
    ...findLoss(content),
    ...findLinkFaults(content, filled.html),
    ...findUnknownVariables('subject', source.subject),
    ...findUnknownVariables('body', source.body),
    ...findRemains(source, filled.text),
    ...findMissingDescription(source),
  ];
  const seen = new Map<Finding['kind'], number>();
  return findings.filter(({ kind }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind)! <= shownOfKind;
  });
}

function findSize(html: string): Finding[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= clippedAt) return [];
  const size = `${Math.round(bytes / 1_000)} kB`;
  const detail = `The HTML has ${size}. Gmail clips it at 102 kB and hides the unsubscribe link. Shorten the body or link to the rest.`;
  return [{ kind: 'size', severity: 'warning', detail }];
}

function findSilence({ html, placeholders }: CleanBody): Finding[] {
  if (saysSomething(html, placeholders)) return [];
  if (/<img /.test(html)) {
    const detail =
      'The body consists only of images, which many readers do not load and spam filters distrust. Add text.';
    return [{ kind: 'text_missing', severity: 'warning', detail }];
  }
  return [{ kind: 'text_missing', severity: 'error', detail: 'The body has no text. Write something.' }];
}

function findLoss(content: CleanBody): Finding[] {
  const dropped = findDroppedText(content);
  if (dropped.words.length === 0) return [];
  const severity = dropped.share > mostDropped ? 'error' : 'warning';
  return [{ kind: 'text_dropped', severity, detail: describeDropped(dropped) }];
}

function findRemains(source: MessageSource, text: string): Finding[] {
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
  }));
}

function findMissingDescription({ description }: MessageSource): Finding[] {
  if (description.trim() !== '') return [];
  const detail =
    'The email has no description, so inboxes show the first words of the body instead. Write one line about the issue.';
  return [{ kind: 'description_missing', severity: 'hint', detail }];
}
