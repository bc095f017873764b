import type { FastifyRequest } from 'fastify';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { DomainError } from '../../platform/errors.ts';
import { lineOf } from '../../platform/http/words.ts';
import { voiceOf, type Words } from '../../platform/languages/catalogue.ts';
import type { ReaderPages } from '../readers/page.ts';
import { formOf, readWish, type Wish } from '../sign-ups/form.ts';
import { findRobot, type Guard } from '../sign-ups/guard.ts';
import { signUp } from '../sign-ups/sign-up.ts';
import { type Answers, readAnswers } from './fields.ts';
import type { Form } from './form.ts';
import { agreedText, formAddress, type Trouble } from './page.ts';
import { sinceShown } from './proof.ts';
import { hasBrought } from './queries.ts';

export type FormContext = ReaderPages & Guard;
export type Place = { newsletter: Newsletter; form: Form };

/** A form that was sent. `is_page`: a page is shown in response, not JSON. */
export type Sent = { wish: Wish; answers: Answers; proof: string; is_page: boolean; words: Words };

/** Reads what was sent, as a form or as JSON. */
export function readSent(
  { pages }: FormContext,
  { newsletter, form }: Place,
  { body, query }: FastifyRequest,
): Sent {
  const is_page = body instanceof URLSearchParams;
  const fields = is_page ? body : formOf(body);
  const wish = { ...readWish(fields, query as Record<string, string>), tags: [] };
  return {
    wish,
    is_page,
    answers: readAnswers(form.fields, fields),
    proof: (fields.get('shown') ?? '').slice(0, 200),
    words: pages.catalogue.in(voiceOf(newsletter, wish.lang)),
  };
}

/**
 * Signs somebody up, unless it is a robot; what is refused is counted. Returns why the form is shown again, or whether people must confirm,
 * which a robot learns too. Throws `rate_limited` if there are too many.
 */
export async function takeSent(
  context: FormContext,
  place: Place,
  request: FastifyRequest,
  sent: Sent,
): Promise<{ trouble: Trouble } | { must_confirm: boolean }> {
  const { newsletter, form } = place;
  const { wish, answers, words } = sent;
  if (form.status !== 'active') return { trouble: 'closed' };
  if (wish.address === null) return { trouble: 'address' };
  if (answers.missing.length > 0) return { trouble: 'answer' };
  const asked = { ...wish, address: wish.address };
  const robot = await findRobot(context, request, { newsletter, form_key: form.key, wish: asked, words });
  if (robot === 'captcha') return { trouble: 'captcha' };
  const shown = sinceShown(context.secret, form.id, sent.proof, context.clock());
  // A sender who has not seen the page may be a program, so the owner of the address is asked.
  const must_confirm = shown === 'unknown' || (form.double_opt_in ?? newsletter.double_opt_in);
  if (robot === 'trap') return { must_confirm };
  if (shown === 'too_fast') {
    context.tally.add({ newsletter_key: newsletter.key, form_key: form.key }, 'too_fast');
    return { trouble: 'too_fast' };
  }
  await demandRoom(context, form, shown, words);
  const { id, tags } = form;
  await signUp(
    { db: context.db, secret: context.secret, now: context.clock(), words },
    { ...newsletter, double_opt_in: must_confirm },
    { ...asked, metadata: answers.values },
    {
      ip_address: request.ip,
      page_url: lineOf(request.headers.referer ?? '', 2000) || ownPage(context, place, shown, wish),
      form: { id, tags, text: agreedText(newsletter, form, answers, words) },
    },
  );
  return { must_confirm };
}

/** Returns the address of our page with the form, because the page tells nobody its address; empty for those who have not seen the page. */
function ownPage(
  { base_url }: FormContext,
  { newsletter, form }: Place,
  shown: 'recently' | 'unknown',
  { embedded }: Wish,
): string {
  if (shown === 'unknown') return '';
  return formAddress(base_url, newsletter, form) + (embedded ? '?as_embed=true' : '');
}

/**
 * Throws `rate_limited` if the form has brought as many people within the hour as it takes. People who have not seen the page get half of
 * the limit, so that robots cannot close the form for others.
 */
async function demandRoom(
  { db, tally }: FormContext,
  form: Form,
  shown: 'recently' | 'unknown',
  words: Words,
): Promise<void> {
  const { newsletter_key, key, hourly_limit } = form;
  if (hourly_limit === null) return;
  const most = shown === 'recently' ? hourly_limit : Math.ceil(hourly_limit / 2);
  if (!(await hasBrought(db, form, most))) return;
  tally.add({ newsletter_key, form_key: key }, 'full');
  throw new DomainError('rate_limited', words.say('failure.too_many_why'));
}
