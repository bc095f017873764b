import type { Finding } from './finding.ts';

/** Characters of a subject that a telephone shows at most. */
const shownOnPhones = 70;

/** What is wrong with a filled-in subject. */
export function findSubjectFaults(subject: string): Finding[] {
  if (subject === '') {
    const detail = 'The subject is empty for this reader. Give its variables a default.';
    return [{ kind: 'subject_empty', severity: 'error', detail }];
  }
  const findings: Finding[] = [];
  const length = Array.from(subject).length;
  if (length > shownOnPhones) {
    const detail = `The subject has ${length} characters; telephones show about ${shownOnPhones} at most. Put the point first, or shorten it.`;
    findings.push({ kind: 'subject_long', severity: 'hint', detail });
  }
  const noise = noiseOf(subject);
  if (noise !== undefined) {
    const detail = `The subject ${noise}, as spam does. Write it as you would to a friend.`;
    findings.push({ kind: 'subject_shouting', severity: 'warning', detail });
  }
  return findings;
}

function noiseOf(subject: string): string | undefined {
  const letters = subject.match(/\p{Lu}|\p{Ll}/gu) ?? [];
  const capitals = letters.filter(letter => /\p{Lu}/u.test(letter));
  // A short name or an abbreviation is no shout.
  if (letters.length > 10 && capitals.length > letters.length * 0.8) return 'is in capitals';
  if (/[!?]{3}|!.*!.*!/.test(subject)) return 'has many exclamation marks';
  return /[$€£]{2}/.test(subject) ? 'has a row of currency signs' : undefined;
}
