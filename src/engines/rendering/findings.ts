import { fileIdIn, type Pictures } from '../../emails/files/file.ts';
import { isMailed } from '../../emails/files/shapes.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { describeDropped, findDroppedText, mostDropped } from './dropped-text.ts';
import type { Finding } from './finding.ts';
import { findLinkFaults } from './link-faults.ts';
import { decodeEntities } from './markup.ts';
import type { CleanBody, CompiledMessage, FilledMessage, MessageSource } from './message.ts';
import { saysSomething } from './pruning.ts';
import { findUnknownVariables } from './unknown-variables.ts';
import { type Fault, openWhereabouts, type Whereabouts } from './whereabouts.ts';

/** How many characters of a subject a phone shows. */
const shownOnPhones = 70;

/** HTML as people write it to make words bold or to break a line. */
const markup = /<\/?(?:b|i|u|a|p|em|br|div|img|span|font|strong|h[1-6])\b[^>]*>/i;

/** Finds the problems of a rendered subject. */
function findSubjectFaults(subject: string): Fault[] {
  const at = { part: 'subject' } as const;
  if (subject === '') {
    const detail = sentence('findings.subject_empty');
    return [{ kind: 'subject_empty', severity: 'error', detail, at }];
  }
  const findings: Fault[] = [];
  const length = Array.from(subject).length;
  if (length > shownOnPhones) {
    const detail = sentence('findings.subject_long', { length, shown: shownOnPhones });
    findings.push({ kind: 'subject_long', severity: 'hint', detail, at });
  }
  if (markup.test(subject)) {
    const detail = sentence('findings.subject_markup');
    findings.push({ kind: 'subject_markup', severity: 'warning', detail, at });
  }
  const noise = noiseOf(subject);
  if (noise !== undefined) {
    findings.push({ kind: 'subject_shouting', severity: 'warning', detail: sentence(noise), at });
  }
  return findings;
}

function noiseOf(
  subject: string,
): 'findings.subject_capitals' | 'findings.subject_exclaims' | 'findings.subject_money' | undefined {
  const letters = subject.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  const capitals = letters.filter(letter => /\p{Lu}/u.test(letter));
  // A short name or an abbreviation is not shouting.
  if (letters.length > 10 && capitals.length > letters.length * 0.8) return 'findings.subject_capitals';
  if (/[!?]{3}|!.*!.*!/.test(subject)) return 'findings.subject_exclaims';
  return /[$€£]{2}/.test(subject) ? 'findings.subject_money' : undefined;
}

/** The formats that not every mail program shows. */
const formats = [
  { type: 'image/webp', ending: /\.webp$/i, said: 'findings.image_webp' },
  { type: 'image/avif', ending: /\.avif$/i, said: 'findings.image_avif' },
] as const;

/** Finds pictures in a rendered mail that some of its readers will not see because of their format. */
function findPictureFaults(filled: string, pictures: Pictures = {}): Fault[] {
  const sources = Array.from(filled.matchAll(/<img(?= )[^>]*? src="([^"]*)"/g), ([, src]) =>
    decodeEntities(src!),
  );
  return [...new Set(sources)].flatMap(src => {
    if (isMailed(src, pictures)) return [];
    const type = pictures[fileIdIn(src) ?? '']?.content_type;
    const path = src.replace(/[?#].*$/s, '');
    const format = formats.find(one => (type ? type === one.type : one.ending.test(path)));
    if (!format) return [];
    const detail = sentence(format.said, { image: src.slice(0, 200) });
    return [
      { kind: 'image_format', severity: 'warning', detail, at: { words: [`](${src}`, `"${src}"`, src] } },
    ];
  });
}

/** The size above which Gmail shows only a part of HTML, and hides the footer. */
const clippedAt = 102_000;

/** The most findings of each kind. Somebody who sees these will look for the others. */
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
    ...findPictureFaults(filled.html, source.pictures),
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
    .map(({ at, ...found }) => ({ ...found, ...whereabouts(at, found.kind) }));
}

function findSize(bytes: number): Fault[] {
  if (bytes <= clippedAt) return [];
  const size = `${Math.round(bytes / 1_000)} kB`;
  const detail = sentence('findings.size', { size });
  return [{ kind: 'size', severity: 'warning', detail, at: { part: 'body' } }];
}

function findSilence({ html, placeholders }: CleanBody): Fault[] {
  const at = { part: 'body' } as const;
  if (saysSomething(html, placeholders)) return [];
  if (/<img /.test(html)) {
    const detail = sentence('findings.only_images');
    return [{ kind: 'text_missing', severity: 'warning', detail, at }];
  }
  return [{ kind: 'text_missing', severity: 'error', detail: sentence('findings.text_missing'), at }];
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
  // Placeholders count only in capitals: "tk" can be a name.
  const meant = found.filter(word => word === word.toUpperCase() || /lorem/i.test(word));
  return [...new Set(meant)].map(word => ({
    kind: 'placeholder_left',
    severity: 'warning',
    detail: sentence('findings.placeholder_left', { word }),
    at: { words: [word] },
  }));
}

function findMissingDescription({ description }: MessageSource): Fault[] {
  if (description.trim() !== '') return [];
  const detail = sentence('findings.description_missing');
  return [{ kind: 'description_missing', severity: 'hint', detail, at: { part: 'description' } }];
}
