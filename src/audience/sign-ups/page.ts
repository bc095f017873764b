import { type Newsletter, shown } from '../../accounts/newsletter.ts';
import { readersAddress } from '../../links/site.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import { formHtml } from '../readers/form-text.ts';
import { asksCaptcha } from './captcha.ts';
import { embeddedForm } from './form.ts';

/** Chooses the browser's time zone, unless somebody has chosen one. Pages may run only exactly this script. */
const zoneScript = `(function () {
  var field = document.getElementById('timezone');
  var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || field.value) return;
  if (!Array.prototype.some.call(field.options, function (one) { return one.value === zone; })) field.add(new Option(zone, zone));
  field.value = zone;
})();`;

/** Returns the texts and data of a page's sign-up form, with these words. */
export function signUpValues(newsletter: Newsletter, base_url: string, words: Words) {
  return {
    newsletter: shown(newsletter, base_url),
    sign_up_path: signUpPath(base_url, newsletter),
    form_html: formHtml(newsletter, words),
    ...(newsletter.asks_timezone && {
      zones: Intl.supportedValuesOf('timeZone'),
      inline_script: zoneScript,
    }),
    captcha: asksCaptcha(newsletter) ? newsletter.captcha : '',
    captcha_site_key: newsletter.captcha_site_key,
  };
}

/** Returns the values of the page that any site may show in a frame: just the form. */
export function embedValues(newsletter: Newsletter, base_url: string, words: Words) {
  const {
    newsletter: { name, look, voice },
    ...values
  } = signUpValues(newsletter, base_url, words);
  return {
    ...values,
    look,
    voice,
    title: words.say('form.title', { name }),
    form: embeddedForm,
    embedded: true,
  };
}

/** Returns the path to which sign-up forms on our own pages post. The path is the same at every address of the newsletter. */
function signUpPath(base_url: string, newsletter: Newsletter): string {
  return new URL(`${readersAddress(base_url, newsletter)}/api/emails/embed-subscribe/${newsletter.username}`)
    .pathname;
}
