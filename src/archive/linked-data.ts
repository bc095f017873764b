import type { Newsletter } from '../accounts/newsletter.ts';
import { type Email, readershipOf } from '../emails/email.ts';
import { homeAddress } from '../links/site.ts';
import { documentLanguage } from '../platform/languages/tag.ts';

type Described = Pick<Email, 'archival_mode' | 'email_type' | 'locale' | 'modification_date'> & {
  published_date: string;
};
type Shown = Record<'title' | 'address' | 'description' | 'image' | 'base_url', string>;

/** Returns a Schema.org Article as text that is safe in a script element. */
export function articleData(
  newsletter: Newsletter,
  email: Described,
  { title, address, description, image, base_url }: Shown,
): string {
  const publisher = publisherOf(newsletter, base_url);
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'Article',
    inLanguage: documentLanguage(email.locale || newsletter.locale),
    headline: title.slice(0, 110).toWellFormed(),
    description,
    datePublished: email.published_date,
    dateModified: email.modification_date,
    mainEntityOfPage: address,
    ...(image !== '' && { image }),
    author: publisher,
    publisher,
    ...(readershipOf(email) === 'paying' && paywall),
  });
}

/**
 * Marks the rest of the text, in place of which a page has the card with this class (Google Search, “subscription and paywalled content”).
 */
const paywall = {
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.gate' },
};

/** Returns a Schema.org WebSite, for the home page, as text that is safe in a script element. */
export function siteData(newsletter: Newsletter, base_url: string): string {
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: newsletter.name,
    url: homeAddress(base_url, newsletter),
    description: newsletter.description.trim(),
    inLanguage: documentLanguage(newsletter.locale),
  });
}

function publisherOf(newsletter: Newsletter, base_url: string) {
  return {
    '@type': 'Organization',
    name: newsletter.name,
    url: homeAddress(base_url, newsletter),
    ...(newsletter.logo !== '' && { logo: newsletter.logo }),
  };
}

function inScript(data: object): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeForScript);
}

function escapeForScript(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
