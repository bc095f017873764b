import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../../accounts/queries.ts';
import { usernameParameter } from '../../accounts/username.ts';
import { findEmail } from '../../emails/queries.ts';
import { findSurvey } from '../../emails/surveys/queries.ts';
import type { Survey } from '../../emails/surveys/survey.ts';
import { ownAddresses, readLink } from '../../links/unsubscribe.ts';
import { domainError } from '../../platform/errors.ts';
import { acceptForms } from '../../platform/http/forms.ts';
import { languageIn } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import { textOf } from '../../platform/http/words.ts';
import { voiceOf } from '../../platform/languages/catalogue.ts';
import { findAsked } from '../opt-in/queries.ts';
import type { ReaderPages } from '../readers/page.ts';
import { readerOf } from '../readers/sessions.ts';
import { noEmail } from '../readers/values.ts';
import { countAnswers, findOwnResponse } from './queries.ts';
import { longestText } from './response.ts';
import { mayWrite, occasionOf, type Question, takeAnswer } from './take.ts';

type AnswerRoute = { Params: { token: string; survey: string; number?: string }; Body: unknown };
type PollRoute = { Params: { username: string; survey: string; number?: string } };
type Found = Question & { newsletter: Newsletter; locale: string; email_locale: string };

const hide = { schema: { hide: true } };
const paths = (start: string) => [`${start}/:survey`, `${start}/:survey/:number`];

/**
 * Adds the pages where readers answer surveys. Links in mails lead to a page where the answer is chosen already, and its button sends it:
 * opening a link answers nothing. In the archive, readers who have signed in are led to their own page.
 */
export function answerPages(app: App, context: ReaderPages): void {
  app.register(async scope => {
    acceptForms(scope);
    for (const path of paths('/manage/answer/:token')) mailedRoutes(scope, context, path);
    for (const path of paths(`/${usernameParameter}/polls`)) archiveRoute(scope, context, path);
  });
}

function mailedRoutes(scope: FastifyInstance, context: ReaderPages, path: string): void {
  const { db, pages, attempts } = context;

  scope.get<AnswerRoute>(path, hide, async (request, reply) => {
    if (request.params.token === 'preview') return pages.show(reply, 200, 'preview-link', {});
    const asked = await findQuestion(context, request);
    if (!asked) return pages.show(reply, 404, 'unknown-link', {});
    const before = await findOwnResponse(db, asked.survey.key, asked.subscriber.key, occasionOf(asked));
    const number = request.params.number;
    const chosen = number === undefined ? (before?.chosen ?? []) : answersAt(asked.survey, numberOf(number));
    return show(context, request, reply, asked, { chosen, text: before?.text ?? '', is_answered: !!before });
  });

  scope.post<AnswerRoute>(path, hide, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    // Any other POST, such as a scanner's empty form, does not come from a person.
    if (form.get('do') !== 'answer') return pages.show(reply, 400, 'link-unclear', {});
    const asked = await findQuestion(context, request);
    if (!asked) return pages.show(reply, 404, 'unknown-link', {});
    if (!attempts.take(`answers ${asked.subscriber.id}`))
      throw domainError('rate_limited', 'audience.too_many_answers');
    const numbers = form.getAll('answer').flatMap(numberOf);
    const text = textOf(form.get('text'), longestText);
    const source = asked.email === null ? 'web' : 'email';
    const taken = await takeAnswer(db, asked, { numbers, text, source });
    const chosen = answersAt(asked.survey, numbers);
    if (taken === 'empty') return show(context, request, reply, asked, { chosen, text, is_missing: true });
    return show(context, request, reply, asked, { chosen, text, is_done: taken !== 'closed' });
  });
}

/** In the archive nobody is known: only the results, if readers may see them, and the way to one's own page. */
function archiveRoute(scope: FastifyInstance, context: ReaderPages, path: string): void {
  const { db, pages, base_url, secret } = context;

  scope.get<PollRoute>(path, hide, async (request, reply) => {
    const { username, survey: id, number } = request.params;
    const newsletter = await findNewsletterByUsername(db, username);
    const survey = newsletter && (await findSurvey(db, newsletter.key, id));
    if (!survey) throw domainError('not_found', 'requests.no_page');
    const reader = await readerOf(context, request, newsletter);
    if (reader && survey.status === 'active') {
      const owner = { subscriber_id: reader.id, email_id: noEmail };
      const { answer_url } = ownAddresses(base_url, secret, owner);
      return reply.redirect([answer_url, survey.id, number].filter(Boolean).join('/'), 303);
    }
    return pages.show(reply, 200, 'poll', {
      newsletter: shown(newsletter, base_url),
      ...questionOf(survey),
      choices: survey.answers,
      here: ['polls', survey.id, number].filter(Boolean).join('/'),
      results: await resultsFor(context, newsletter, survey, languageIn(request.query as { lang?: string })),
    });
  });
}

/** Finds who answers which survey, by the link; undefined if there is no such person or survey. Changes nothing. */
async function findQuestion(
  { db, secret }: ReaderPages,
  { params }: FastifyRequest<AnswerRoute>,
): Promise<Found | undefined> {
  const owner = readLink(secret, params.token);
  const asked = owner ? await findAsked(db, owner.subscriber_id) : undefined;
  if (!owner || !asked || asked.subscriber.mail_state === 'blocked') return undefined;
  const { newsletter, subscriber } = asked;
  const survey = await findSurvey(db, newsletter.key, params.survey);
  const email = await findEmail(db, newsletter.key, owner.email_id);
  const { locale } = subscriber;
  return (
    survey && {
      survey,
      subscriber,
      newsletter,
      locale,
      email: email ?? null,
      email_locale: email?.locale ?? '',
    }
  );
}

type Shown = {
  chosen: string[];
  text: string;
  is_answered?: boolean;
  is_missing?: boolean;
  is_done?: boolean;
};

async function show(
  context: ReaderPages,
  request: FastifyRequest<AnswerRoute>,
  reply: FastifyReply,
  asked: Found,
  { chosen, text, is_answered = false, is_missing = false, is_done = false }: Shown,
) {
  const { survey, newsletter, locale, email_locale } = asked;
  const asked_language = languageIn(request.query as { lang?: string }) || email_locale;
  const is_closed = survey.status !== 'active' && !is_done;
  const choices = survey.answers.map((words, number) => ({
    number,
    words,
    is_chosen: chosen.includes(words),
  }));
  return context.pages.show(reply, is_missing ? 400 : 200, 'answer', {
    newsletter: shown(newsletter, context.base_url),
    asked_language,
    reader_language: locale,
    ...questionOf(survey),
    choices: survey.randomize_answers ? shuffled(choices, asked.subscriber.id) : choices,
    may_write: mayWrite(survey),
    chosen,
    text,
    is_answered,
    is_missing,
    is_done,
    is_closed,
    again: `/manage/answer/${request.params.token}/${survey.id}`,
    results:
      is_done || is_closed
        ? await resultsFor(context, newsletter, survey, asked_language || locale)
        : undefined,
  });
}

function questionOf({ question, input_type, status }: Survey) {
  return { question, title: question, input_type, is_closed: status !== 'active' };
}

/** Returns the results in the words of the page, if readers may see them. */
async function resultsFor(
  { db, pages }: ReaderPages,
  newsletter: Newsletter,
  survey: Survey,
  language: string,
) {
  if (!survey.shows_results || survey.input_type === 'text') return undefined;
  const { results, response_count } = await countAnswers(db, survey);
  const { locale } = pages.catalogue.in(voiceOf(newsletter, language));
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const bars = results.map(({ answer, count }) => {
    const share = response_count === 0 ? 0 : count / response_count;
    return { words: answer, count, share: percent.format(share), width: Math.round(share * 100) };
  });
  return { count: response_count, bars };
}

function answersAt({ answers }: Survey, numbers: number[]): string[] {
  return answers.filter((_, number) => numbers.includes(number));
}

/** Reads the number of an answer in an address or a form; empty if it is none. */
function numberOf(text: string): number[] {
  return /^\d{1,2}$/.test(text) ? [Number(text)] : [];
}

/** Returns the choices in an order that stays the same for one person and differs for others. */
function shuffled<Choice extends { number: number }>(choices: Choice[], id: string): Choice[] {
  const seed = Number.parseInt(id.slice(-6), 16);
  const place = ({ number }: Choice) => (seed * (2 * number + 1) * 2_654_435_761) % 1_000_003;
  return choices.toSorted((one, other) => place(one) - place(other));
}
