/**
 * A message walks one way: the author's source is compiled once per email (`compile.ts`: Markdown or HTML, sanitised,
 * put in the theme's layout) and the result is filled in for each recipient. Nothing here touches the network or the
 * database.
 */

/** As the author wrote it. `subject` and `body` may hold Liquid; `description` is plain text (the hidden preview line). */
export type MessageSource = { subject: string; body: string; description: string };

/** Everything a template can see. Anything else renders empty. */
export type MessageValues = {
  subscriber: { email: string; type: string; tags: string[]; metadata: Record<string, unknown> };
  newsletter: { name: string; description: string; postal_address: string };
  email: { subject: string; absolute_url: string; secondary_id: number | null };
  unsubscribe_url: string;
  manage_subscription_url: string;
  subscribe_url: string;
  medium: 'email' | 'web';
};

/** Ready for one recipient: `subject` is one line, `html` a whole document, `text` is never empty. */
export type FilledMessage = { subject: string; html: string; text: string };

export type CompiledMessage = {
  /**
   * Within the body `email.subject` is the subject as filled in for this recipient. Throws
   * DomainError('subject_invalid' | 'body_invalid') when the template breaks its bounds with these values.
   */
  fill(values: MessageValues): FilledMessage;
};
