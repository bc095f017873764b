import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { listSisters } from '../../accounts/queries.ts';
import { privateFeedAddress } from '../../links/private-feeds.ts';
import type { Database } from '../../platform/database/connect.ts';
import { languageIn } from '../../platform/http/public-pages.ts';
import { textOf } from '../../platform/http/words.ts';
import { voiceOf } from '../../platform/languages/catalogue.ts';
import { parseMailAddress } from '../../platform/mail/address.ts';
import { closeFeed, findFeed, openFeed } from '../private-feeds/queries.ts';
import { isEntitled } from '../standing/type.ts';
import { unsubscribe } from '../subscribers/update.ts';
import { accessOf } from './access.ts';
import { askLink } from './ask.ts';
import { exportOwnData } from './export.ts';
import { formHtml } from './form-text.ts';
import {
  asPresent,
  chooseFrequency,
  chooseLanguage,
  chooseTopics,
  erase,
  findPresent,
  languagesFor,
  offers,
  type Present,
  pause,
  resume,
} from './manage.ts';
import { demandAttempt, type ReaderPages } from './page.ts';
import { listTopics } from './queries.ts';

type ManageRoute = { Params: { token: string } };
type Wish = (trx: Database, present: Present, form: URLSearchParams) => Promise<unknown>;

/** Adds the page where subscribers see and change their own subscription, through the link in any mail. Changes take effect immediately. */
export function manageRoutes(scope: FastifyInstance, context: ReaderPages): void {
  const { db, secret, pages, clock, attempts, ledger } = context;

  const wishes = wishesOf(context);

  scope.get<ManageRoute>('/manage/:token', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params;
    const present = await findPresent(db, secret, token);
    return present ? showPage(context, reply, 200, present, '') : pages.show(reply, 404, 'unknown-link', {});
  });

  scope.post<ManageRoute>('/manage/:token', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const wish = form.get('do') ?? '';
    if (wish === 'export') return sendOwnData(reply, token);
    if (wish === 'erase') return eraseAll(reply, token, form);
    const act = Object.hasOwn(wishes, wish) ? wishes[wish] : undefined;
    // Any other POST, such as a scanner's empty form, does not come from a person.
    if (!act) return pages.show(reply, 400, 'link-unclear', {});
    if (asksForMail.includes(wish)) demandAttempt(attempts, request);
    const trouble = await asPresent(
      db,
      secret,
      token,
      async (trx, present) => (await act(trx, present, form)) ?? '',
    );
    const present = await findPresent(db, secret, token);
    if (!present) return pages.show(reply, 404, 'unknown-link', {});
    const invalid = trouble === 'address-invalid';
    return showPage(context, reply, invalid ? 400 : 200, present, invalid ? 'address-invalid' : wish);
  });

  async function eraseAll(reply: FastifyReply, token: string, form: URLSearchParams) {
    const present = await findPresent(db, secret, token);
    if (!present) return pages.show(reply, 404, 'unknown-link', {});
    const { newsletter, subscriber } = present;
    const words = pages.catalogue.in(voiceOf(newsletter, askedLanguage(reply.request), subscriber.locale));
    const values = {
      newsletter: shown(newsletter, context.base_url),
      asked_language: askedLanguage(reply.request) || subscriber.locale,
    };
    if (form.get('sure') !== 'yes') return pages.show(reply, 400, 'link-unclear', values);
    const now = clock();
    const receipt = await asPresent(db, secret, token, (trx, present) =>
      erase(trx, present, { secret, ledger, now, words }),
    );
    if (receipt === undefined) return pages.show(reply, 404, 'unknown-link', {});
    if (receipt === null) return pages.show(reply, 400, 'link-unclear', values);
    return pages.show(reply, 200, 'erased', {
      ...values,
      receipt,
      day: words.date(receipt.date, newsletter.timezone),
    });
  }

  async function sendOwnData(reply: FastifyReply, token: string) {
    const present = await findPresent(db, secret, token);
    if (!present) return pages.show(reply, 404, 'unknown-link', {});
    return reply
      .headers({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${present.newsletter.username}-my-data.json"`,
        'Cache-Control': 'no-store',
      })
      .serializer(String)
      .send(JSON.stringify(await exportOwnData(db, present, ledger), null, 2));
  }
}

/** Returns the actions of the page's forms. Each returns the name of its success message. */
function wishesOf({ clock, pages }: ReaderPages): Record<string, Wish> {
  return {
    topics: (trx, present, form) => chooseTopics(trx, present, form.getAll('topic')),
    frequency: (trx, present, form) => chooseFrequency(trx, present, form.get('frequency') ?? ''),
    language: (trx, present, form) =>
      chooseLanguage(trx, present, pages.catalogue, form.get('language') ?? ''),
    pause,
    resume,
    feed: async (trx, { subscriber }) => {
      if (isEntitled(subscriber)) await openFeed(trx, subscriber);
    },
    'feed-off': (trx, { subscriber }) => closeFeed(trx, subscriber.key),
    unsubscribe: (trx, { newsletter, subscriber }, form) =>
      unsubscribe(trx, newsletter.key, subscriber.id, textOf(form.get('reason'), 2000)),
    async address(trx, { subscriber }, form) {
      const address = parseMailAddress(form.get('email') ?? '');
      if (address === null) return 'address-invalid';
      await askLink(trx, subscriber, 'address_change', address, clock());
    },
    return: (trx, { subscriber }) =>
      offers(subscriber).gone && offers(subscriber).erasable
        ? askLink(trx, subscriber, 'return', subscriber.email_address, clock())
        : Promise.resolve(),
  };
}
const asksForMail = ['address', 'return'];

async function showPage(
  { db, secret, pages, base_url, clock, planOf }: ReaderPages,
  reply: FastifyReply,
  status: number,
  present: Present,
  done: string,
) {
  const { subscriber, newsletter } = present;
  const [topics, sisters, feed] = await Promise.all([
    listTopics(db, newsletter.key),
    listSisters(db, newsletter),
    findFeed(db, subscriber.key),
  ]);
  const { token } = reply.request.params as { token: string };
  // The language chosen just now counts more than the link's.
  const asked_language =
    done === 'language' ? subscriber.locale || newsletter.locale : askedLanguage(reply.request);
  const words = pages.catalogue.in(voiceOf(newsletter, asked_language, subscriber.locale));
  return pages.show(reply, status, 'manage', {
    newsletter: shown(newsletter, base_url),
    asked_language,
    address: subscriber.email_address,
    reader_language: subscriber.locale,
    languages: languagesFor(pages.catalogue, subscriber.locale),
    type: subscriber.type,
    ...offers(subscriber),
    access: await accessOf(db, present, clock(), words),
    premium_url: newsletter.premium_url,
    plan: await planOf(db, subscriber),
    feed_address: feed ? privateFeedAddress(base_url, secret, newsletter, feed.id) : '',
    form_hosts: 'https:',
    friends_address: newsletter.double_opt_in ? `/manage/${token}/friends` : '',
    plan_address: `/manage/${token}/plan`,
    frequency: newsletter.digests && subscriber.frequency,
    sisters_address: `/manage/${token}/sisters`,
    sisters: sisters.map(sister => ({
      id: sister.id,
      name: sister.name,
      description: sister.description,
      form_html: formHtml(sister, pages.catalogue.in(voiceOf(sister, asked_language, subscriber.locale))),
    })),
    topics: topics.map(({ key, id, name, public_description }) => ({
      id,
      name,
      description: public_description,
      chosen: subscriber.tags.includes(key),
    })),
    done,
  });
}

function askedLanguage({ query }: Pick<FastifyRequest, 'query'>): string {
  return languageIn(query as { lang?: string });
}
