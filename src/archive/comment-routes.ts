import type { FastifyReply, FastifyRequest } from 'fastify';
import { shown } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { usernameParameter } from '../accounts/username.ts';
import { findLastName, isMuted, listOwn } from '../audience/comments/queries.ts';
import { readerOf } from '../audience/readers/sessions.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import type { Attempts } from '../platform/http/attempts.ts';
import { acceptForms } from '../platform/http/forms.ts';
import { languageIn, type Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import type { Secret } from '../platform/secrets/signed-tokens.ts';
import { acts, type Done, findParent, mayWrite, type Place, type Reader } from './comment-acts.ts';
import { titleOf } from './content.ts';
import { findPublished } from './queries.ts';

type CommentPages = {
  db: Database;
  theme: Theme;
  pages: Pages;
  base_url: string;
  secret: Secret;
  clock: Clock;
  /** How often one reader may write within an hour. */
  comment_attempts: Attempts;
};
type CommentRoute = {
  Params: { username: string; slug: string };
  Querystring: Record<string, string | string[]>;
  Body: unknown;
};

const path = `/${usernameParameter}/archive/:slug/comments`;
const hide = { schema: { hide: true } };
/** The most bytes of a form, in which every character may take nine. */
const bodyLimit = 50_000;

/**
 * Adds the page where readers who have signed in write below an email, delete what they wrote, and choose whether they get mail about
 * replies. The cookie of their session is not sent with forms of other sites.
 */
export function commentPages(app: App, context: CommentPages): void {
  const { db, pages, base_url } = context;
  app.register(async scope => {
    acceptForms(scope, bodyLimit);

    scope.get<CommentRoute>(path, hide, async (request, reply) => {
      const place = await demandPlace(db, request);
      const reader = await readerOf(context, request, place.newsletter);
      if (!reader) return toSignIn(context, request, reply, place);
      const parent = await findParent(db, place, [request.query.reply].flat()[0] ?? '');
      return show(context, request, reply, { ...place, reader, parent });
    });

    scope.post<CommentRoute>(path, { ...hide, bodyLimit }, async (request, reply) => {
      const place = await demandPlace(db, request);
      const reader = await readerOf(context, request, place.newsletter);
      if (!reader) return toSignIn(context, request, reply, place);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const act = acts.get(form.get('do') ?? '');
      // Any other POST, such as a scanner's empty form, does not come from a person.
      if (!act)
        return pages.show(reply, 400, 'link-unclear', { newsletter: shown(place.newsletter, base_url) });
      const words = wordsFor(context, request, place, reader);
      const done = await act(context, { ...place, reader, words }, form);
      return show(context, request, reply, { ...place, reader, ...done });
    });
  });
}

/** Returns the email whose page has comments. Throws `not_found`. */
async function demandPlace(db: Database, { params }: FastifyRequest<CommentRoute>): Promise<Place> {
  const newsletter = await findNewsletterByUsername(db, params.username);
  const email = newsletter && (await findPublished(db, newsletter, params.slug.normalize('NFC')));
  if (!email || email.commenting_mode === 'disabled') throw domainError('not_found', 'requests.no_page');
  return { newsletter, email };
}

function toSignIn(
  { base_url }: CommentPages,
  { query }: FastifyRequest<CommentRoute>,
  reply: FastifyReply,
  { newsletter, email }: Place,
) {
  const asked = languageIn(query);
  const to = encodeURIComponent(`archive/${encodeURIComponent(email.slug ?? '')}/comments`);
  const language = asked && `&lang=${encodeURIComponent(asked)}`;
  return reply.redirect(`${shown(newsletter, base_url).path}/sign-in?to=${to}${language}`, 303);
}

function wordsFor(
  { pages }: CommentPages,
  { query }: FastifyRequest<CommentRoute>,
  { newsletter, email }: Place,
  { locale }: Reader,
) {
  return pages.catalogue.in(voiceOf(newsletter, languageIn(query) || email.locale, locale));
}

async function show(
  context: CommentPages,
  request: FastifyRequest<CommentRoute>,
  reply: FastifyReply,
  { newsletter, email, reader, state = '', parent }: Place & { reader: Reader } & Done,
) {
  const { db, pages, base_url } = context;
  const own = await listOwn(db, email.key, reader.key);
  const nobody = wordsFor(context, request, { newsletter, email }, reader).say('comments.nobody');
  return pages.show(reply, state === 'empty' ? 400 : 200, 'comments', {
    newsletter: shown(newsletter, base_url),
    asked_language: languageIn(request.query) || email.locale,
    reader_language: reader.locale,
    slug: encodeURIComponent(email.slug ?? ''),
    issue: titleOf(context, newsletter, email),
    closed: !mayWrite(email, reader),
    premium_url: newsletter.premium_url,
    state,
    parent: parent && {
      id: parent.id,
      text: parent.text,
      name: parent.subscriber_key === null ? newsletter.name : parent.name || nobody,
    },
    name: await findLastName(db, reader.key),
    hidden: own.filter(({ status }) => status !== 'active'),
    own: own.filter(({ status }) => status === 'active'),
    is_muted: await isMuted(db, reader.key),
  });
}
