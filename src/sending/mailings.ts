import { mailedSource } from '../emails/templates.ts';
import type { Database } from '../platform/database/connect.ts';
import { compileMessage } from '../rendering/compile.ts';
import type { CompiledMessage } from '../rendering/message.ts';
import type { Theme } from '../rendering/theme.ts';
import { openTagDirectory } from '../tags/resolve.ts';
import type { Mailing } from './letter.ts';
import { findEmailByKey, findNewsletterOf } from './queries.ts';

export type MailingContext = { db: Database; theme: Theme; base_url: string; secret: Buffer };

const kept = 20;

/**
 * Reads what all copies of an email share. The compiled form is kept: every chunk of the email needs it, and it never
 * changes, since what is mailed was fixed when sending began.
 */
export function openMailings({
  db,
  theme,
  base_url,
  secret,
}: MailingContext): (email_key: number) => Promise<Mailing> {
  const compiledBy = new Map<number, CompiledMessage>();
  return async email_key => {
    const email = await findEmailByKey(db, email_key);
    if (!email) throw new Error(`email ${email_key} is gone`);
    const newsletter = await findNewsletterOf(db, email);
    const compiled = compiledBy.get(email.key) ?? compileMessage(mailedSource.parse(email.mailed), theme);
    compiledBy.delete(email.key);
    compiledBy.set(email.key, compiled);
    if (compiledBy.size > kept) compiledBy.delete(compiledBy.keys().next().value!);
    return {
      email,
      newsletter,
      compiled,
      base_url,
      secret,
      tags: await openTagDirectory(db, newsletter.key),
    };
  };
}
