import type { PrintedLetter } from '../domains/mail-one.ts';

/** The kinds of letters: mail to one person that is not an issue. Each kind is a queue of GET /v1/system. */
export const letterKinds = [
  'mail_confirmation',
  'mail_welcome',
  'mail_reader_link',
  'mail_gift',
  'mail_ending',
  'mail_ended',
  'mail_gift_offer',
  'mail_gift_bought',
  'mail_gift_accepted',
  'mail_comment',
  'mail_answer',
  'mail_person',
  'mail_invitation',
  'forward_reply',
  'send_preview',
  'tell_comments',
  'tell_dkim_keys',
  'tell_domain',
  'tell_domain_reports',
  'tell_drifts',
  'tell_held',
  'tell_sequence',
  'tell_sender_fault',
  'tell_waiting',
  'tell_webhook_owner',
] as const;
export type LetterKind = (typeof letterKinds)[number];

/** A mail that waits in the outbox. It contains only ids; its content is read when it is printed. */
export type Letter = {
  id: string;
  kind: LetterKind;
  /** The id of the thing that the letter is about. Only one letter of a kind about a subject waits at a time. */
  subject: string;
  details: Record<string, unknown>;
  creation_date: string;
};

/** Prints the letter as of now; undefined if nobody wants it any more. */
export type Printer = (letter: Letter) => Promise<PrintedLetter | undefined>;
