import type { Fault } from './whereabouts.ts';

/** How many characters of a subject a phone shows. */
const shownOnPhones = 70;

/** The problems of a rendered subject. */
export function findSubjectFaults(subject: string): Fault[] {
  const at = { part: 'subject' } as const;
  if (subject === '') {
    const detail = 'The subject is empty for this reader. Give its variables a default.';
    return [{ kind: 'subject_empty', severity: 'error', detail, at }];
  }
  const findings: Fault[] = [];
  const length = Array.from(subject).length;
  if (length > shownOnPhones) {
    const detail = `The subject has ${length} characters, but phones show only about ${shownOnPhones}. Put the most important words first, or shorten it.`;
    findings.push({ kind: 'subject_long', severity: 'hint', detail, at });
  }
  const noise = noiseOf(subject);
  if (noise !== undefined) {
    const detail = `The subject ${noise}, like spam. Write it as you would to a friend.`;
    findings.push({ kind: 'subject_shouting', severity: 'warning', detail, at });
  }
  return findings;
}

function noiseOf(subject: string): string | undefined {
  const letters = subject.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  const capitals = letters.filter(letter => /\p{Lu}/u.test(letter));
  // A short name or an abbreviation is not shouting.
  if (letters.length > 10 && capitals.length > letters.length * 0.8) return 'is in capitals';
  if (/[!?]{3}|!.*!.*!/.test(subject)) return 'has many exclamation marks';
  return /[$€£]{2}/.test(subject) ? 'has a row of currency signs' : undefined;
}
