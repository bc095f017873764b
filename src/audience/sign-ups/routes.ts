import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../../accounts/queries.ts';
import { codeInAddress } from '../../links/referrals.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { acceptForms, acceptMultipartForms } from '../../platform/http/forms.ts';
import type { App } from '../../platform/http/server.ts';
import { lineOf } from '../../platform/http/words.ts';
import { voiceOf } from '../../platform/languages/catalogue.ts';
import type { ReaderPages } from '../readers/page.ts';
import { formOf, readWish, type Wish } from './form.ts';
import { findRobot, type Guard } from './guard.ts';
import { embedValues, signUpValues } from './page.ts';
import { signUp } from './sign-up.ts';
import { sisterRoutes } from './sister-routes.ts';

type SignUpRoutes = ReaderPages & Guard;
type SignUpRequest = FastifyRequest<{
  Params: { username: string };
  Querystring: Record<string, string | string[]>;
}>;

/** Maximum size of a sign-up request, in bytes. */
export const bodyLimit = 20_000;
const path = '/api/emails/embed-subscribe/:username';
const example = 'ada@example.org';

/**
 * Adds the endpoint of every sign-up form, on any site. The response to a form post is a page; the response to JSON is `{}`, or what is
 * wrong in the language of the form. The response does not reveal whether the address is known.
 */
export function signUpRoutes(app: App, context: SignUpRoutes): void {
  const { db, secret, pages, base_url, clock } = context;
  app.register(async scope => {
    acceptForms(scope);
    acceptMultipartForms(scope);
    sisterRoutes(scope, context);

    answerPreflight(scope, path);

    scope.post(path, { schema: { hide: true }, bodyLimit }, async (request, reply) => {
      allowAnySite(reply);
      const isForm = request.body instanceof URLSearchParams;
      const { params, query } = request as SignUpRequest;
      const fields = request.body instanceof URLSearchParams ? request.body : formOf(request.body);
      const wish = readWish(fields, query);
      const newsletter = await findNewsletterByUsername(db, params.username);
      if (!newsletter) throw domainError('not_found', 'audience.no_such_newsletter');
      const { address } = wish;
      const words = pages.catalogue.in(voiceOf(newsletter, wish.lang));
      if (address === null) {
        if (isForm) return showForm(reply, newsletter, wish, 'address');
        throw new DomainError(
          'email_address_invalid',
          `email: ${words.say('form.address_invalid', { example })}`,
        );
      }
      const robot = await findRobot(context, request, {
        ...{ newsletter, words, form_key: null },
        wish: { ...wish, address },
      });
      if (robot === 'captcha') {
        if (isForm) return showForm(reply, newsletter, { ...wish, address }, 'captcha');
        throw new DomainError('request_invalid', words.say('form.captcha'));
      }
      // Bots that fill in the hidden field are told that the sign-up worked.
      if (robot === undefined) {
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

/** Answers the preflight request of a browser that wants to send JSON from another site. */
export function answerPreflight(scope: FastifyInstance, path: string): void {
  scope.options(path, { schema: { hide: true } }, async (_, reply) =>
    allowAnySite(reply)
      .headers({ 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'Content-Type' })
      .code(204)
      .send(),
  );
}

// Any site may host the form, as the endpoint uses no cookies. A page of that site may be linked to and shown as the referrer.
export function allowAnySite(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
