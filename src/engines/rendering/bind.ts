import { TypeGuards } from 'liquidjs';
import { excerptOfUnfinished } from './excerpt.ts';
import { withFaultsOf } from './faults.ts';
import type { Heading } from './heading.ts';
import { htmlEngine, plainEngine } from './liquid.ts';
import type { BoundMessage, Division, OwnValues, Pattern, SharedValues } from './message.ts';
import { finishPattern } from './paragraphs.ts';
import { joinPattern, sharedText } from './patterns.ts';
import { bindContents } from './pieces.ts';
import type { Content } from './placeholders.ts';
import { createScopes, type Scopes } from './scopes.ts';

/**
 * The parsed parts of a message: the contents of a part are consecutive, and assignments in one part are not visible in
 * another.
 */
export type Parts = {
  subject: Content;
  html: Content[];
  text: Content[];
  description: string;
};

/** Computes everything that all copies share. Throws DomainError('subject_invalid' | 'body_invalid'). */
export function bindMessage(parts: Parts, shared: SharedValues, division: Division = {}): BoundMessage {
  const subject = bindSubject(parts.subject, shared);
  const scopes = bodyScopes(shared, subject, parts.description, division);
  return withFaultsOf('body', () => {
    const { preview, is_filled } = bindPreview(parts, scopes);
    const filled = [...scopes.filled, ...(is_filled ? ['email.preview'] : [])];
    return {
      subject,
      html: bindContents(
        'body',
        htmlEngine,
        parts.html,
        bodyScopes(shared, subject, parts.description, { ...division, filled }, preview),
      ),
      text: finishPattern(bindContents('body', plainEngine, parts.text, scopes)),
    };
  });
}

/** How many characters of the text are read for the line that inboxes show next to the subject. */
const previewed = 1000;

/**
 * Returns the line that inboxes show next to the subject: the description, or else the first words of the text. `is_filled` says that it
 * is not blank in any copy, because the copies share some of its words.
 */
function bindPreview(
  { description, text }: Parts,
  scopes: Scopes,
): { preview: Pattern<OwnValues>; is_filled: boolean } {
  if (description.trim() !== '') return { preview: [description], is_filled: true };
  // The parts of the theme before and after the text are left out.
  const pattern = bindContents('body', plainEngine, beginningOf(text.slice(1, -1)), scopes);
  const excerpt = (begun: string) => excerptOfUnfinished(begun.slice(0, 2 * previewed));
  const shared = sharedText(pattern);
  if (shared !== undefined) {
    const line = excerpt(shared);
    return { preview: [line], is_filled: line !== '' };
  }
  const words = scopes.whole_conditions
    ? ''
    : excerpt(pattern.map(piece => (typeof piece === 'string' ? piece : ' ')).join(''));
  return { preview: [values => excerpt(joinPattern(pattern, values)) || words], is_filled: words !== '' };
}

/** Returns the first templates of a text, until it is long enough for a preview. */
function beginningOf(contents: readonly Content[]): Content[] {
  let length = 0;
  return contents.flatMap(({ templates, tokens, stateful }) => {
    const end = templates.findIndex(({ token }) => {
      if (length >= previewed) return true;
      length += TypeGuards.isHTMLToken(token) ? token.getContent().length : 0;
      return false;
    });
    return [{ templates: end === -1 ? templates : templates.slice(0, end), tokens, stateful }];
  });
}

function bindSubject(content: Content, shared: SharedValues): Pattern<OwnValues> {
  const scopes = createScopes(shared, emailOf(shared, shared.email.subject));
  const pattern = withFaultsOf('subject', () => bindContents('subject', plainEngine, [content], scopes));
  const text = sharedText(pattern);
  return text === undefined ? [values => oneLine(joinPattern(pattern, values))] : [oneLine(text)];
}

// A line break or control character in a header could begin another header; direction marks and invisible characters
// could make the subject look different. Joiners stay, because emoji and some scripts need them.
function oneLine(subject: string): string {
  return subject
    .toWellFormed()
    .replace(/[\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g, '')
    .replace(/[ \p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Returns the scopes of a body. Only layouts can use `preview`, because the body cannot refer to its own text. */
function bodyScopes(
  shared: SharedValues,
  subject: Pattern<OwnValues>,
  description: string,
  division: Division,
  preview: Pattern<OwnValues> = [''],
): Scopes {
  const [said, previewed] = [sharedText(subject), sharedText(preview)];
  const email = { ...emailOf(shared, said), description, preview: previewed };
  const patterns = {
    ...(said === undefined && { subject }),
    ...(previewed === undefined && { preview }),
  };
  return createScopes(shared, email, patterns, division);
}

/** Returns the byline without the number, which is shown next to the name of the newsletter. */
function bylineOf(heading: Heading | null | undefined): string {
  const parts = heading?.byline.filter(({ is }) => is !== 'number') ?? [];
  return parts.map(({ words }) => words).join(' · ');
}

function emailOf({ email }: SharedValues, subject: string | undefined) {
  const { absolute_url, comments_url = '', secondary_id, heading } = email;
  return {
    subject,
    absolute_url,
    comments_url,
    secondary_id,
    has_title: heading?.has_title ?? false,
    byline: bylineOf(heading),
    picture: heading?.picture ?? '',
  };
}
