import type { FastifyInstance } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { listSisters } from '../../accounts/queries.ts';
import { homeAddress } from '../../links/site.ts';
import { languageIn } from '../../platform/http/public-pages.ts';
import { voiceOf } from '../../platform/languages/catalogue.ts';
import { findPresent } from '../readers/manage.ts';
import { demandAttempt, type ReaderPages } from '../readers/page.ts';
import { readWish } from './form.ts';
import { signUp } from './sign-up.ts';

type SisterRoute = { Params: { token: string }; Querystring: { lang?: string } };

/**
 * Adds the buttons of the manage page for sister newsletters: each signs the owner of the link up there, as that newsletter's own form
 * would. The page does not say whether they already get it, because the link may have been passed on.
 */
export function sisterRoutes(scope: FastifyInstance, context: ReaderPages): void {
  const { db, secret, pages, base_url, clock, attempts } = context;
  scope.post<SisterRoute>('/manage/:token/sisters', { schema: { hide: true } }, async (request, reply) => {
    const present = await findPresent(db, secret, request.params.token);
    if (!present) return pages.show(reply, 404, 'unknown-link', {});
    const wanted = request.body instanceof URLSearchParams ? request.body.get('newsletter') : null;
    const sister = (await listSisters(db, present.newsletter)).find(({ id }) => id === wanted);
    // Any other POST, such as a scanner's empty form, does not come from a person.
    if (!sister) return pages.show(reply, 400, 'link-unclear', {});
    demandAttempt(attempts, request);
    const { subscriber, newsletter } = present;
    const locale = languageIn(request.query) || subscriber.locale;
    const form = new URLSearchParams({ email: subscriber.email_address, form: 'own', lang: locale });
    const words = pages.catalogue.in(voiceOf(sister, locale));
    const origin = { ip_address: request.ip, page_url: homeAddress(base_url, newsletter) };
    const wish = { ...readWish(form), address: subscriber.email_address };
    await signUp({ db, secret, now: clock(), words }, sister, wish, origin);
    return pages.show(reply, 200, 'signed-up', {
      asked_language: locale,
      newsletter: shown(sister, base_url),
      double_opt_in: sister.double_opt_in,
    });
  });
}
