import type { Newsletter } from '../../accounts/newsletter.ts';
import { compileMessage } from '../../engines/rendering/compile.ts';
import type { CompiledMessage, OwnValues, SharedValues } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { homeAddress } from '../../links/site.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { prepareMessage } from '../../platform/mail/message.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';

/** The context in which letters to subscribers are printed. */
export type LetterContext = {
  db: Database;
  theme: Theme;
  secret: Secret;
  base_url: string;
  clock: Clock;
  log: Log;
};

type Letter = {
  to: string;
  /** The part of the Message-ID before the @, which is always the same for the same letter. */
  message_id: string;
  values: Partial<OwnValues>;
  /** The address to which a mail program posts to unsubscribe (RFC 8058), if one can unsubscribe from this letter. */
  one_click_url?: string;
};

/** Compiles the theme's mail of this name. Throws ConfigError if it cannot be read. */
export function compileMail(theme: Theme, name: keyof Theme['mails']): CompiledMessage {
  try {
    return compileMessage(theme.mails[name], theme);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new ConfigError(
      `THEME_DIR: mails/${name.replace('_', '-')}.liquid is not a valid template. ${error.detail}`,
    );
  }
}

/** Throws ConfigError if a mail of the theme cannot be read. */
export function checkMails(theme: Theme): void {
  for (const name of Object.keys(theme.mails) as (keyof Theme['mails'])[]) compileMail(theme, name);
}

/** Prints a service mail to one person, in the name of the newsletter. */
export function printLetter(
  compiled: CompiledMessage,
  newsletter: Newsletter,
  base_url: string,
  { to, message_id, values, one_click_url }: Letter,
  date: Date,
): readonly string[] {
  const bound = compiled.bind(sharedByLetters(newsletter, base_url));
  const letter = prepareMessage<OwnValues>({
    ...bound,
    from: { name: newsletter.from_name || newsletter.name, address: newsletter.from_address },
    to: () => to,
    reply_to: newsletter.reply_to,
    message_id: () => `${message_id}@${domainOf(newsletter.from_address)}`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(one_click_url !== undefined && {
        'List-Unsubscribe': `<${one_click_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: [],
  });
  return letter({ ...valuesOfNobody, ...values }, date).pieces;
}

/** Returns the values that the newsletter's service mails share. */
export function sharedByLetters(newsletter: Newsletter, base_url: string): SharedValues {
  return {
    newsletter,
    email: { subject: '', absolute_url: '', secondary_id: null },
    subscribe_url: homeAddress(base_url, newsletter),
    medium: 'email',
  };
}

/** A recipient about whom a letter says nothing. */
export const valuesOfNobody: OwnValues = {
  subscriber: { email: '', type: '', tags: [], metadata: {} },
  unsubscribe_url: '',
  manage_subscription_url: '',
  answer_url: '',
  referral_url: '',
  confirm_url: '',
};
