import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { wishedTags } from '../../platform/languages/tag.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { giveCookie, type Place, readNamedCookie } from './cookie.ts';

/** The languages of the dashboard. `-formal` chooses the formal form of address. */
const tags = ['en', 'de', 'de-formal', 'es', 'fr'] as const;

export const ownLanguage = z
  .enum(['', ...tags], sentence('input.one_of', { values: tags.join(', ') }))
  .describe('The language of the dashboard; empty: that of the browser');
type Language = (typeof tags)[number];

const cookie = 'language';
const year_s = 365 * 86_400;

/**
 * Returns the language of a page of the dashboard: the choice of the person who last signed in with this browser, or else the one that the
 * browser prefers, or else English.
 */
export function pageLanguage(request: Pick<FastifyRequest, 'headers'>, place: Place): Language {
  const chosen = readNamedCookie(request, place, cookie);
  const wished = wishedTags(request.headers['accept-language']).map(tag => tag.split('-')[0]);
  return tags.find(tag => tag === chosen) ?? tags.find(tag => tag === wished.find(isSpoken)) ?? 'en';
}

/**
 * Lets the browser keep the choice for its next page. The session cannot tell the page: browsers do not send its cookie when somebody opens
 * a page by a link in a mail.
 */
export function keepLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  language: string,
): void {
  if ((readNamedCookie(request, place, cookie) ?? '') === language) return;
  giveCookie(reply, place, cookie, language, language === '' ? 0 : year_s, 'Lax');
}

function isSpoken(tag: string | undefined): boolean {
  return tags.some(one => one === tag);
}
