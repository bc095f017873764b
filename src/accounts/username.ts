import { z } from 'zod';
import { sentence } from '../platform/sentences/sentence.ts';

/** First path segments that the service uses itself, so no newsletter can have them as its username. */
const reservedUsernames: ReadonlySet<string> = new Set([
  'v1',
  'c',
  'o',
  'api',
  'docs',
  'feedback',
  'payments',
  'inbox',
  'healthz',
  'readyz',
  'mcp',
  'metrics',
  'unsubscribe',
  'subscribe',
  'confirm',
  'manage',
  'archive',
  'assets',
  'static',
  'files',
  'images',
  'attachments',
  'login',
  'logout',
  'sign-in',
  'account',
  'admin',
  'dashboard',
  // The dashboard's own pages stand at the same place in addresses as its newsletters.
  'link',
  'setup',
  'parts',
  'app',
  'open',
  'click',
  'track',
  'webhooks',
  'bounces',
  'rss',
  'feed',
  'feeds',
  'robots.txt',
  'favicon.ico',
  'sitemap.xml',
  '.well-known',
]);

/** The first segment of a newsletter's own paths, as a route parameter that excludes reserved names. */
export const usernameParameter = `:username(^(?!(?:${[...reservedUsernames].map(name => name.replaceAll('.', '\\.')).join('|')})$)[A-Za-z0-9][A-Za-z0-9_-]*$)`;

/** The rules of a newsletter's username. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, sentence('input.username'))
  .refine(name => !reservedUsernames.has(name), sentence('input.reserved'));
