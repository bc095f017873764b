import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { domainError, messageOf } from '../errors.ts';
import { sentence } from '../sentences/sentence.ts';
import { InputError } from './errors.ts';

const deepest = 64;

/**
 * Parses JSON bodies strictly: an empty body is `{}`; keys that would reach a prototype are dropped; text that
 * PostgreSQL cannot store (U+0000, unpaired surrogates) and excessive nesting are refused here, by field name.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser('text/plain'); // otherwise Fastify's own parser would return a string
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes as Buffer)) return done(domainError('request_invalid', 'requests.not_utf8'));
    const body = bytes.toString();
    if (body.trim() === '') return done(null, {});
    if (depth(body) > deepest)
      return done(domainError('request_invalid', 'requests.nested_too_deeply', { most: deepest }));
    parse(request, body, (error, value) => {
      if (error) return done(domainError('request_invalid', 'requests.not_json', explainJson(body)));
      const path = /\\u(0000|d[89a-f])/i.test(body) ? findUnstorable(value, []) : undefined;
      if (path) return done(new InputError(path, sentence('input.not_storable')));
      done(null, value);
    });
  });
  // This is for `curl -X POST` without a body, and for clients that send none if nothing is required.
  app.addHook('preValidation', async request => {
    if (request.body === undefined && request.method !== 'GET' && request.method !== 'HEAD')
      request.body = {};
  });
}

/**
 * Explains invalid JSON with the message of the engine's own parser, because the parser that also removes keys gives none, and with the
 * remedy.
 */
function explainJson(json: string): { reason: string; remedy: string } {
  try {
    JSON.parse(json);
    return { reason: 'it cannot be read', remedy: sentence('requests.json_library') };
  } catch (error) {
    const reason = messageOf(error);
    return { reason, remedy: sentence(`requests.${remedyOf(json, reason)}`) };
  }
}

function remedyOf(json: string, reason: string) {
  const [, position] = /position (\d+)/.exec(reason) ?? [];
  const [, token = json[Number(position)] ?? ''] = /^Unexpected token '(.)'/su.exec(reason) ?? [];
  if (/^[^{["]*=/.test(json)) return 'json_not_form';
  if (/^Un(expected end|terminated)/.test(reason)) return 'json_cut_off';
  if (/control character/.test(reason)) return 'json_line_break';
  if (/escape/i.test(reason)) return 'json_backslash';
  if (/^[}\]]$/.test(token)) return 'json_last_comma';
  if (/^['‘’“”]$|^\p{L}$/u.test(token)) return 'json_quotes';
  return 'json_library';
}

function depth(json: string): number {
  let now = 0;
  let most = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (quoted) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x7b || character === 0x5b) most = Math.max(most, ++now);
    else if (character === 0x7d || character === 0x5d) now -= 1;
  }
  return most;
}

function findUnstorable(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(inner, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}

/** Whether PostgreSQL can store the text unchanged. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
