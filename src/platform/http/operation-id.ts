/** The last segments of paths that are actions. Every other last segment is a thing. */
const acts = new Set([
  ...[
    'adopt',
    'check',
    'confirm',
    'decide',
    'decline',
    'discover',
    'download',
    'duplicate',
    'explain',
    'export',
  ],
  ...[
    'invoke',
    'lift',
    'pause',
    'ping',
    'preview',
    'publish',
    'resend',
    'restore',
    'resume',
    'revoke',
    'run',
  ],
  ...['search', 'simulate', 'sweep', 'test', 'undo'],
]);

const verbs: Record<string, string> = {
  GET: 'retrieve',
  POST: 'create',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
};

/**
 * Returns the name of an operation for generated clients, such as `list_email_revisions` for `GET /v1/emails/{id}/revisions`. It depends
 * only on the method, the path and whether the answer is a list, so that it stays as long as they do.
 */
export function operationId(method: string, path: string, is_list: boolean): string {
  const parts = path
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .slice(1);
  const last = parts.at(-1)!;
  const isAct = acts.has(last) && (method === 'GET' || method === 'POST');
  const things = (isAct ? parts.slice(0, -1) : parts).flatMap((part, at, all) => {
    if (part.startsWith('{')) return [];
    const word = part.replace(/\.\w+$/, '').replaceAll('-', '_');
    const isOne = all[at + 1]?.startsWith('{') || (method === 'POST' && !isAct && at === all.length - 1);
    return [isOne ? singular(word) : word];
  });
  const verb = is_list ? 'list' : verbs[method];
  return [isAct ? last : verb, ...things].join('_');
}

function singular(word: string): string {
  if (word === 'people') return 'person';
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
