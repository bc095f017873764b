import { shown } from '../../accounts/newsletter.ts';
import { readMuter } from '../../links/comments.ts';
import type { Database } from '../../platform/database/connect.ts';
import { acceptForms, acceptMultipartForms } from '../../platform/http/forms.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findAsked } from '../opt-in/queries.ts';
import { writeMute } from './queries.ts';

type MuteRoute = { Params: { token: string }; Body: unknown };
type MuteRoutes = { db: Database; secret: Secret; pages: Pages; base_url: string };

const path = '/manage/comments/:token';
const hide = { schema: { hide: true } };

/** Ends the mails about comments, and no others: a page with one button, and the one-click POST of RFC 8058. */
export function muteRoutes(app: App, { db, secret, pages, base_url }: MuteRoutes): void {
  app.register(async scope => {
    acceptForms(scope);
    acceptMultipartForms(scope); // Mail programs may choose either form (RFC 8058 §3.1).

    scope.get<MuteRoute>(path, hide, async ({ params }, reply) => {
      const asked = await findMuter(params.token);
      return asked
        ? pages.show(reply, 200, 'comment-mute', valuesOf(asked))
        : pages.show(reply, 404, 'unknown-link', {});
    });

    scope.post<MuteRoute>(path, hide, async ({ params, body }, reply) => {
      const asked = await findMuter(params.token);
      if (!asked) return pages.show(reply, 404, 'unknown-link', {});
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      // Any other POST, such as a scanner's empty form, does not come from a person.
      if (form.get('confirm') !== 'mute' && form.get('List-Unsubscribe') !== 'One-Click')
        return pages.show(reply, 400, 'link-unclear', {});
      await writeMute(db, asked.subscriber.key, true);
      return pages.show(reply, 200, 'comment-mute', { ...valuesOf(asked), done: true });
    });
  });

  async function findMuter(token: string) {
    const id = readMuter(secret, token);
    return id === null ? undefined : findAsked(db, id);
  }

  function valuesOf({ newsletter, subscriber }: NonNullable<Awaited<ReturnType<typeof findAsked>>>) {
    return { newsletter: shown(newsletter, base_url), reader_language: subscriber.locale };
  }
}
