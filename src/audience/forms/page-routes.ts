import type { FastifyReply, FastifyRequest } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../../accounts/queries.ts';
import { usernameParameter } from '../../accounts/username.ts';
import { markdownToHtml } from '../../engines/rendering/plain-markdown.ts';
import { referralField } from '../../links/referrals.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { acceptForms, acceptMultipartForms } from '../../platform/http/forms.ts';
import { languageIn } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import { lineOf } from '../../platform/http/words.ts';
import { voiceOf } from '../../platform/languages/catalogue.ts';
import { allowAnySite, answerPreflight, bodyLimit } from '../sign-ups/routes.ts';
import { formValues, type Given, type Trouble } from './page.ts';
import { findFormAt } from './queries.ts';
import { type FormContext, type Place, readSent, type Sent, takeSent } from './send.ts';

const path = `/${usernameParameter}/forms/:slug`;
const hide = { schema: { hide: true } };

/**
 * Adds the page of each form, which other sites can show in a frame, and the route to which forms are sent, from our page or any other
 * site. Like the sign-up form, they do not reveal whether an address is known.
 */
export function formPages(app: App, context: FormContext): void {
  app.register(async scope => {
    acceptForms(scope);
    acceptMultipartForms(scope);
    answerPreflight(scope, path);

    scope.get(path, hide, async (request, reply) => {
      const place = await findPlace(context, request);
      const query = request.query as Record<string, string>;
      const embedded = query.as_embed === 'true';
      if (embedded) reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      const referral_code = lineOf([query[referralField] ?? ''].flat()[0] ?? '', 100);
      return show(context, reply, place, { lang: languageIn(query), embedded, referral_code });
    });

    scope.post(path, { ...hide, bodyLimit }, async (request, reply) => {
      allowAnySite(reply);
      const place = await findPlace(context, request);
      const sent = readSent(context, place, request);
      const outcome = await takeSent(context, place, request, sent);
      if ('trouble' in outcome) return refuse(context, reply, place, sent, outcome.trouble);
      const { wish, is_page } = sent;
      const { redirect_url, success_body } = place.form;
      if (!is_page) return reply.code(202).serializer(JSON.stringify).send({});
      if (redirect_url && !wish.embedded) return reply.redirect(redirect_url, 303);
      return context.pages.show(reply, 200, 'signed-up', {
        asked_language: wish.lang,
        newsletter: shown(place.newsletter, context.base_url),
        double_opt_in: outcome.must_confirm,
        success_html: success_body.trim() && markdownToHtml(success_body),
        embedded: wish.embedded,
      });
    });
  });
}

async function findPlace({ db }: FormContext, { params }: FastifyRequest): Promise<Place> {
  const { username, slug } = params as { username: string; slug: string };
  const newsletter = await findNewsletterByUsername(db, username);
  const form = newsletter && (await findFormAt(db, newsletter.key, slug));
  if (!form) throw domainError('not_found', 'requests.no_page');
  return { newsletter, form };
}

/** Shows the form again and says what is wrong; to a program, says only what is wrong. */
function refuse(
  context: FormContext,
  reply: FastifyReply,
  place: Place,
  { wish, answers, proof, is_page, words }: Sent,
  trouble: Trouble,
) {
  if (is_page) {
    const { lang, embedded, typed, referral_code } = wish;
    return show(context, reply, place, {
      lang,
      embedded,
      referral_code,
      address: typed,
      answers,
      proof,
      trouble,
    });
  }
  const values = { example: 'ada@example.org' };
  if (trouble === 'address')
    throw new DomainError('email_address_invalid', `email: ${words.say('form.address_invalid', values)}`);
  const [missing] = trouble === 'answer' ? answers.missing : [];
  const field = missing === undefined ? '' : `metadata.${missing}: `;
  const code = trouble === 'closed' ? 'status_invalid' : 'request_invalid';
  throw new DomainError(code, field + words.say(`form.${trouble}`));
}

function show(context: FormContext, reply: FastifyReply, { newsletter, form }: Place, given: Given) {
  const words = context.pages.catalogue.in(voiceOf(newsletter, given.lang));
  const is_closed = form.status !== 'active';
  const status = is_closed ? 410 : given.trouble ? 400 : 200;
  const values = formValues(context, newsletter, form, given, words);
  return context.pages.show(reply, status, given.embedded ? 'embed' : 'form', values);
}
