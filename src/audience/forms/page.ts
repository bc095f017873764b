import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { markdownToHtml } from '../../engines/rendering/plain-markdown.ts';
import { homeAddress } from '../../links/site.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import { formHtml, formText } from '../readers/form-text.ts';
import type { ReaderPages } from '../readers/page.ts';
import { asksCaptcha } from '../sign-ups/captcha.ts';
import { embeddedForm } from '../sign-ups/form.ts';
import type { Answers } from './fields.ts';
import type { Form } from './form.ts';
import { signShown } from './proof.ts';

/** Why a form is shown again. */
export type Trouble = 'address' | 'answer' | 'captcha' | 'too_fast' | 'closed';

/** The reader's input, if the form is shown to them again. */
export type Given = {
  lang: string;
  embedded: boolean;
  referral_code: string;
  address?: string;
  answers?: Answers;
  proof?: string;
  trouble?: Trouble;
};

type Context = Pick<ReaderPages, 'secret' | 'clock' | 'base_url'>;

/** Returns the address of the form's page. */
export function formAddress(base_url: string, newsletter: Newsletter, { slug }: Pick<Form, 'slug'>): string {
  return `${homeAddress(base_url, newsletter)}/forms/${slug}`;
}

/** Returns the values of the form's page, or of the form alone. */
export function formValues(
  { secret, clock, base_url }: Context,
  newsletter: Newsletter,
  form: Form,
  { lang, embedded, referral_code, address = '', answers, proof, trouble }: Given,
  words: Words,
) {
  const site = shown(newsletter, base_url);
  const { values = {}, missing = [] } = answers ?? {};
  return {
    ...(embedded ? { look: site.look, voice: site.voice } : { newsletter: site }),
    title: form.title,
    body_html: form.body.trim() && markdownToHtml(form.body),
    sign_up_path: new URL(formAddress(base_url, newsletter, form)).pathname,
    form: embedded ? embeddedForm : 'own',
    embedded,
    asked_language: lang,
    referral_code,
    button: form.button.trim(),
    form_html: form.consent_text.trim() ? markdownToHtml(form.consent_text) : formHtml(newsletter, words),
    is_closed: form.status !== 'active',
    fields: form.fields.map((field, number) => ({
      ...field,
      id: `field-${number}`,
      value: values[field.name] ?? '',
      is_missing: missing.includes(field.name),
    })),
    // A form that is sent again counts from when it was first shown.
    shown: proof || signShown(secret, form.id, clock()),
    trouble,
    address,
    // Browsers follow a redirect from a form only to hosts that the page names.
    form_hosts: form.redirect_url && !embedded ? new URL(form.redirect_url).origin : '',
    captcha: asksCaptcha(newsletter) ? newsletter.captcha : '',
    captcha_site_key: newsletter.captcha_site_key,
  };
}

/** Returns the text that somebody who sends the form agrees to, with the boxes that they ticked. */
export function agreedText(
  newsletter: Newsletter,
  { consent_text, fields }: Form,
  { values }: Answers,
  words: Words,
): string {
  const ticked = fields.filter(({ type, name }) => type === 'consent' && values[name] === true);
  return [
    consent_text.trim() || formText(newsletter, words),
    ...ticked.map(({ label }) => `☑ ${label}`),
  ].join('\n');
}
