/**
 * A message goes one way: the author's source is compiled once per email (`compile.ts`: Markdown or HTML, sanitised,
 * put in the theme's layout), and the result is rendered for each recipient. Nothing here uses the network or the
 * database.
 */

import type { Pictures } from '../../emails/files/file.ts';
import type { Heading } from './heading.ts';
import type { Placeholders } from './placeholders.ts';

/**
 * A message as the author wrote it. `subject` and `body` may contain Liquid; `description` is plain text (the hidden preview line).
 * `ending` is ours and follows the body as a separate template; `opening` and `closing` are the newsletter's own, around both.
 */
export type MessageSource = {
  subject: string;
  body: string;
  description: string;
  ending?: string;
  opening?: string;
  closing?: string;
  /** If snippets were inserted: for each line of the body, its line as the author wrote it, counted from 1. */
  written_lines?: number[];
  /** Whether blocks of Markdown get the attribute `data-line`, the line at which they begin. Only for previews. */
  shows_lines?: boolean;
  /** Data about the newsletter's own pictures in it. */
  pictures?: Pictures;
};

/** Everything a template can see. Anything else renders as empty. */
export type MessageValues = {
  subscriber: { email: string; type: string; tags: string[]; metadata: Record<string, unknown> };
  newsletter: {
    name: string;
    description: string;
    postal_address: string;
    /** The addresses of the pictures at the top; for layouts. */
    header_image?: string;
    logo?: string;
  };
  email: {
    subject: string;
    absolute_url: string;
    /** The address where readers comment; for layouts. Empty or missing if they cannot. */
    comments_url?: string;
    secondary_id: number | null;
    /** The part above the text; for layouts. Null if there is none, as in mails of the service. */
    heading?: Heading | null;
  };
  unsubscribe_url: string;
  manage_subscription_url: string;
  /** The beginning of the addresses of answers to surveys. */
  answer_url: string;
  /** The home page, for somebody whom the reader refers. */
  referral_url: string;
  /** The address of the button; only in service mails that have one. */
  confirm_url?: string;
  /** The gift or trial that a service mail is about; `end` is a day in words, empty without an end. */
  grant?:
    | {
        kind: string;
        message: string;
        end: string;
        /** For a gift that somebody buys: the addresses of both people, how long it lasts, and the day on which the other is told. */
        giver?: string;
        recipient?: string;
        lasts?: string;
        day?: string;
      }
    | undefined;
  /** The comment that a service mail is about. */
  comment?: { name: string; text: string } | undefined;
  subscribe_url: string;
  medium: 'email' | 'web';
};

/** Ready for one recipient: `subject` is one line, `html` a whole document, `text` is never empty. */
export type FilledMessage = { subject: string; html: string; text: string };

/** The values that all copies of an email share. */
export type SharedValues = Pick<MessageValues, 'newsletter' | 'email' | 'subscribe_url' | 'medium'>;

/** The values of one recipient. */
export type OwnValues = Pick<
  MessageValues,
  | 'subscriber'
  | 'unsubscribe_url'
  | 'manage_subscription_url'
  | 'answer_url'
  | 'referral_url'
  | 'confirm_url'
  | 'grant'
  | 'comment'
>;

/**
 * Texts that are the same in every copy, and functions that make the rest from a copy's values. Joined in order they are the copy. Call the
 * functions in order, for one copy after the other.
 */
export type Pattern<Values> = readonly (string | ((values: Values) => string))[];

/** How the copies of an email are divided into text that all of them share and personal text. */
export type Division = {
  /**
   * Whether the content of a condition is personal as a whole if any of it is, although all copies take the same branch. It was so in
   * versions before December 2026, whose copies must be made again as they were.
   */
  whole_conditions?: boolean;
  /** Names of personal values that are not blank in any copy. */
  filled?: readonly string[];
};

/** The work that is left for one recipient. The functions throw the errors of `fill`. */
export type BoundMessage = {
  subject: Pattern<OwnValues>;
  html: Pattern<OwnValues>;
  text: Pattern<OwnValues>;
};

/** Parsed text as data: plain text as it is, and each piece of Liquid as a list of one. */
export type KeptContent = { stateful: boolean; tokens: (string | [string])[] };

/** A compiled message as data. It gives the same copies again, whatever happens to the source, theme and compiler. */
export type KeptMessage = {
  subject: KeptContent;
  html: KeptContent[];
  text: KeptContent[];
  description: string;
};

/** A body as sanitised HTML with placeholders for its Liquid; `raw` is the HTML as written, not sanitised. */
export type CleanBody = { raw: string; html: string; placeholders: Placeholders };

export type CompiledMessage = {
  /** The body that the message was made from, without its ending. */
  body: CleanBody;
  keep(): KeptMessage;
  /** The addresses of the links written out in the body and the ending, wherever its Liquid permits them. */
  links: string[];
  /** Computes everything that all copies share, once. Joined, the patterns equal the result of `fill`. Throws the errors of `fill`. */
  bind(shared: SharedValues, division?: Division): BoundMessage;
  /**
   * In the body, `email.subject` is the subject as rendered for this recipient. Throws DomainError('subject_invalid' |
   * 'body_invalid') if the template exceeds its limits with these values.
   */
  fill(values: MessageValues): FilledMessage;
};
