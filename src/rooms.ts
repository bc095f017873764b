import { dirname } from 'node:path';

/** From the lowest level up: a room may import from lower levels, and from a neighbour that does not import from it. */
const floors = [
  ['platform/sentences'],
  ['platform'],
  [
    'platform/mail',
    'platform/safe-fetch',
    'platform/storage',
    'platform/spool',
    'platform/threads',
    'platform/embedded',
    'platform/languages',
  ],
  ['platform/config'],
  ['platform/database'],
  ['platform/secrets', 'platform/rounds'],
  ['platform/fence', 'platform/bundle'],
  ['platform/work', 'platform/http'],
  ['platform/inbox', 'platform/metrics', 'platform/reference', 'platform/replicas'],
  [
    'client',
    'engines/bounces',
    'engines/cards',
    'engines/domain-reports',
    'engines/feeds',
    'engines/pictures',
    'engines/styles',
    'links',
  ],
  ['accounts', 'journal', 'journal/audit'],
  ['agents'],
  ['audience/tags', 'emails/files', 'emails/snippets', 'emails/surveys', 'domains'],
  ['audience/standing', 'sites'],
  ['audience/filter', 'letters'],
  ['audience/segments'],
  ['audience/subscribers', 'accounts/people', 'accounts/sign-on'],
  ['engines/rendering'],
  ['emails'],
  ['emails/templates', 'payments/practice', 'delivery/relays'],
  ['delivery/ledger'],
  [
    'delivery/postmaster',
    'delivery/warm-ups',
    'delivery/tracking',
    'audience/answers',
    'audience/comments',
    'audience/forms',
    'audience/grants',
    'audience/notes',
    'audience/opt-in',
    'audience/private-feeds',
    'audience/readers',
    'audience/referrals',
    'audience/replies',
    'audience/sign-ups',
  ],
  [
    'delivery/sending',
    'delivery/domain-reports',
    'delivery/domain-watch',
    'delivery/feedback',
    'delivery/suppressions',
    'payments',
    'bulk-actions',
    'webhooks',
    'journal/history',
    'archive',
  ],
  ['sequences/definition'],
  ['sequences/engine'],
  ['sequences'],
  ['automations/definition'],
  ['automations/items', 'automations/hubs', 'automations/schedule'],
  ['automations/feeds', 'automations/issues'],
  ['automations/simulation'],
  ['automations', 'digests'],
  ['moving', 'uses'],
  ['moving/exports', 'moving/imports', 'backups', 'overview'],
  ['holds', 'system'],
  ['program'],
  ['commands'],
  // May import anything; only tests may import it.
  ['testing'],
];
export const rooms = floors.flat();

/** Returns the innermost room of a file below src: `emails/files` for `emails/files/form.ts`, `emails` for `emails/list.ts`. */
export function roomOf(file: string): string {
  const [group = '', ...path] = dirname(file).split('/');
  const inner = `${group}/${path[0]}`;
  return rooms.includes(inner) ? inner : group;
}

/** Returns the level of a room; 0 is the lowest. */
export function floorOf(room: string): number {
  return floors.findIndex(floor => floor.includes(room));
}
