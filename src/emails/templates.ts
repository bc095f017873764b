import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { compileMessage } from '../rendering/compile.ts';
import type { CompiledMessage, MessageSource } from '../rendering/message.ts';
import type { Theme } from '../rendering/theme.ts';
import { withSnippets } from '../snippets/change.ts';

/** The templates of an email with its snippets in their places. Throws `body_invalid` for a snippet that does not exist. */
export async function completeSource(
  db: Database,
  newsletter_key: number,
  { subject, body, description }: MessageSource,
): Promise<MessageSource> {
  return { subject, body: await withSnippets(db, newsletter_key, body), description };
}

/**
 * The email's templates ready to be filled in, from what it says now. Throws `subject_invalid` and `body_invalid` with
 * line, column and reason.
 */
export async function compileTemplates(
  db: Database,
  theme: Theme,
  newsletter_key: number,
  source: MessageSource,
): Promise<CompiledMessage> {
  return compileMessage(await completeSource(db, newsletter_key, source), theme);
}

/** What is mailed of an email, as it was fixed when sending began. */
export const mailedSource = z.object({ subject: z.string(), body: z.string(), description: z.string() });
