import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../../accounts/queries.ts';
import { codeInAddress } from '../../links/referrals.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import { acceptForms, acceptMultipartForms } from '../../platform/http/forms.ts';
import type { App } from '../../platform/http/server.ts';
import { lineOf } from '../../platform/http/words.ts';
import { voiceOf, type Words } from '../../platform/languages/catalogue.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { demandAttempt, type ReaderPages } from '../readers/page.ts';
import { asksCaptcha, isSolved } from './captcha.ts';
import { formOf, readWish, type Wish } from './form.ts';
import { embedValues, signUpValues } from './page.ts';
import { signUp } from './sign-up.ts';
import { sisterRoutes } from './sister-routes.ts';

type SignUpRoutes = ReaderPages & {
  clock: Clock;
  vault: Vault;
  safe_fetch: SafeFetch;
  /** How often one address may be signed up. */
  address_attempts: Attempts;
};
type SignUpRequest = FastifyRequest<{
  Params: { username: string };
  Querystring: Record<string, string | string[]>;
}>;

/** Maximum size of a sign-up request, in bytes. */
const bodyLimit = 20_000;
const path = '/api/emails/embed-subscribe/:username';
const example = 'ada@example.org';

/**
 * The endpoint of every sign-up form, on any site: a form post is answered with a page, JSON with `{}`, or with what is wrong in the
 * language of the form. The response does not reveal whether the address is known.
 */
export function signUpRoutes(app: App, context: SignUpRoutes): void {
  const { db, secret, vault, pages, base_url, clock, safe_fetch, attempts, address_attempts } = context;
  app.register(async scope => {
    acceptForms(scope);
    acceptMultipartForms(scope);
    sisterRoutes(scope, context);

    // Answers the preflight request of a browser that wants to send JSON from another site.
    scope.options(path, { schema: { hide: true } }, async (_, reply) =>
      allowAnySite(reply)
        .headers({ 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'Content-Type' })
        .code(204)
        .send(),
    );

    scope.post(path, { schema: { hide: true }, bodyLimit }, async (request, reply) => {
      allowAnySite(reply);
      const isForm = request.body instanceof URLSearchParams;
      const { params, query } = request as SignUpRequest;
      const fields = request.body instanceof URLSearchParams ? request.body : formOf(request.body);
      const wish = readWish(fields, query);
      const newsletter = await findNewsletterByUsername(db, params.username);
      if (!newsletter) throw new DomainError('not_found', sentence('audience.no_such_newsletter'));
      const { address } = wish;
      const words = pages.catalogue.in(voiceOf(newsletter, wish.lang));
      if (address === null) {
        if (isForm) return showForm(reply, newsletter, wish, 'address');
        throw new DomainError(
          'email_address_invalid',
          `email: ${words.say('form.address_invalid', { example })}`,
        );
      }
      demandAttempt(attempts, request, words);
      demandAddressAttempt(newsletter, address, words);
      if (asksCaptcha(newsletter) && !(await isSolved({ safe_fetch, vault }, newsletter, wish.captcha))) {
        if (isForm) return showForm(reply, newsletter, { ...wish, address }, 'captcha');
        throw new DomainError('request_invalid', words.say('form.captcha'));
      }
      // Bots that fill in the hidden field are told that it worked.
      if (!wish.trapped) {
        const origin = { ip_address: request.ip, page_url: lineOf(request.headers.referer ?? '', 2000) };
        await signUp({ db, secret, now: clock(), words }, newsletter, { ...wish, address }, origin);
      }
      if (!isForm) return reply.code(202).serializer(JSON.stringify).send({});
      return pages.show(reply, 200, 'signed-up', {
        asked_language: wish.lang,
        newsletter: shown(newsletter, base_url),
        double_opt_in: newsletter.double_opt_in,
        unpaid: !newsletter.free_subscriptions,
        premium_url: newsletter.premium_url,
        embedded: wish.embedded,
      });
    });
  });

  function demandAddressAttempt(newsletter: Newsletter, address: string, words: Words): void {
    if (address_attempts.take(`${newsletter.key} ${normalAddress(address)}`)) return;
    throw new DomainError('rate_limited', words.say('failure.too_many_why'));
  }

  function showForm(reply: FastifyReply, newsletter: Newsletter, wish: Wish, trouble: 'address' | 'captcha') {
    return pages.show(reply, 400, wish.embedded ? 'embed' : 'sign-up', {
      ...(wish.embedded ? embedValues : signUpValues)(
        newsletter,
        base_url,
        pages.catalogue.in(voiceOf(newsletter, wish.lang)),
      ),
      asked_language: wish.lang,
      trouble,
      address: wish.typed,
      tags: wish.tags,
      referral_code: wish.referral_code || codeInAddress(lineOf(reply.request.headers.referer ?? '', 2000)),
      timezone: wish.metadata.timezone ?? '',
      metadata: Object.entries(wish.metadata)
        .filter(([name]) => name !== 'timezone' || !newsletter.asks_timezone)
        .map(([name, value]) => ({ name, value })),
    });
  }
}

// Any site may host the form; the endpoint uses no cookies. That site's page may be linked to and shown as the
// referrer.
function allowAnySite(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
