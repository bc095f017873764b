import { withFaultsOf } from './faults.ts';
import type { Heading } from './heading.ts';
import { htmlEngine, plainEngine } from './liquid.ts';
import type { BoundMessage, OwnValues, Pattern, SharedValues } from './message.ts';
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

/** Computes what all copies share. Throws DomainError('subject_invalid' | 'body_invalid'). */
export function bindMessage(parts: Parts, shared: SharedValues): BoundMessage {
  const subject = bindSubject(parts.subject, shared);
  const scopes = bodyScopes(shared, subject, parts.description);
  return withFaultsOf('body', () => ({
    subject,
    html: bindContents('body', htmlEngine, parts.html, scopes),
    text: finishPattern(bindContents('body', plainEngine, parts.text, scopes)),
  }));
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

function bodyScopes(shared: SharedValues, subject: Pattern<OwnValues>, description: string): Scopes {
  const text = sharedText(subject);
  const email = { ...emailOf(shared, text), description };
  return createScopes(shared, email, text === undefined ? subject : undefined);
}

/** Without the number, which stands beside the name of the newsletter. */
function bylineOf(heading: Heading | null | undefined): string {
  const parts = heading?.byline.filter(({ is }) => is !== 'number') ?? [];
  return parts.map(({ words }) => words).join(' · ');
}

function emailOf({ email }: SharedValues, subject: string | undefined) {
  const { absolute_url, secondary_id, heading } = email;
  return {
    subject,
    absolute_url,
    secondary_id,
    has_title: heading?.has_title ?? false,
    byline: bylineOf(heading),
    picture: heading?.picture ?? '',
  };
}
