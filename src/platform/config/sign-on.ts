import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isPublic } from '../networks.ts';
import { roleNames } from '../role-names.ts';
import { entriesOf } from './rules.ts';

/** A role that everybody with this value of a claim gets in a newsletter; `*` stands for every newsletter. */
export type RoleRule = {
  claim: string;
  value: string;
  role: (typeof roleNames)[number];
  newsletter: string;
};

const role = `(${roleNames.join('|')})`;
const username = '(\\*|[a-z0-9][a-z0-9-]*)';
// A claim may be an address, as at Auth0; a value may contain anything but a comma.
const ruleForm = new RegExp(`^(https?://[^\\s,:=]+|[^\\s,:=]+):(.+)=${role}@${username}$`);
const createForm = new RegExp(`^${role}(?:@${username})?$`);

const rules = z
  .string()
  .default('')
  .transform((list, context): RoleRule[] => {
    return entriesOf(list).flatMap(entry => {
      const [, claim, value, role, newsletter] = ruleForm.exec(entry) ?? [];
      if (claim !== undefined && value !== undefined)
        return [{ claim, value: value.trim(), role: role as RoleRule['role'], newsletter: newsletter! }];
      context.addIssue(
        `"${entry}" is not a rule. Use CLAIM:VALUE=ROLE@NEWSLETTER, such as groups:writers=writer@daily. The role is ${roleNames.join(', ')}; the newsletter is its username, or * for all.`,
      );
      return [];
    });
  });

/** The people who get an account at their first sign-in: nobody, everybody to whom a rule gives a role, or everybody. */
export type Creation = 'off' | 'roles' | Pick<RoleRule, 'role' | 'newsletter'>;

const creation = z
  .string()
  .default('off')
  .transform((text, context): Creation => {
    if (text === 'off' || text === 'roles') return text;
    const [, role, newsletter = '*'] = createForm.exec(text) ?? [];
    if (role !== undefined) return { role: role as RoleRule['role'], newsletter };
    context.addIssue(
      `use off, roles, or a role (${roleNames.join(', ')}), perhaps with a newsletter, such as viewer@daily`,
    );
    return z.NEVER;
  });

const issuer = z.string().transform((text, context) => {
  const url = URL.parse(text);
  const isUsable =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isNear(url.hostname.replace(/^\[|\]$/g, '')));
  if (isUsable && url.search === '' && url.hash === '' && url.username === '') return text;
  context.addIssue(
    'use the address of the provider, such as https://login.example.org/realms/news. It begins with https, except within a private network.',
  );
  return z.NEVER;
});

/** Whether a host is on this machine or in a private network, as far as its name shows. */
function isNear(host: string): boolean {
  if (ipaddr.isValid(host)) return !isPublic(host);
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host);
}

const header = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'use the name of a header such as Remote-User');

/** The settings of single sign-on, except those that are lists of networks. */
export const signOnFields = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(1000).optional(),
  OIDC_NAME: z.string().trim().min(1).max(60, 'use at most 60 characters').optional(),
  OIDC_SCOPES: z
    .string()
    .default('openid email profile')
    .refine(text => text.split(' ').includes('openid'), 'use scopes separated by spaces, among them openid'),
  OIDC_CREATE: creation,
  OIDC_ROLES: rules,
  OIDC_ONLY: z.enum(['on', 'off'], 'use on or off').default('off'),
  AUTH_HEADER: header.optional(),
  AUTH_EMAIL_HEADER: header.optional(),
  AUTH_GROUPS_HEADER: header.optional(),
};

type SignOnConfig = z.output<z.ZodObject<typeof signOnFields>> & { AUTH_PROXIES: string[] };

/** Returns the faults of settings of single sign-on that belong together, one line each. */
export function findSignOnProblems(config: SignOnConfig, given: readonly string[]): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES, OIDC_ONLY } = config;
  const { AUTH_HEADER, AUTH_PROXIES, AUTH_GROUPS_HEADER } = config;
  const needs = (name: string, other: string, why: string) =>
    `${name}: this needs ${other}, ${why}. Set both.`;
  const problems = [];
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_ID === undefined)
    problems.push(needs('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'which the provider shows for this application'));
  if (OIDC_ISSUER !== undefined && OIDC_CLIENT_SECRET === undefined)
    problems.push(
      needs('OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'which the provider shows for this application'),
    );
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SCOPES'])
    if (OIDC_ISSUER === undefined && given.includes(name))
      problems.push(needs(name, 'OIDC_ISSUER', 'the address of the provider'));
  if (OIDC_ONLY === 'on' && OIDC_ISSUER === undefined)
    problems.push(needs('OIDC_ONLY', 'OIDC_ISSUER', 'because nobody could sign in otherwise'));
  if (AUTH_HEADER !== undefined && AUTH_PROXIES.length === 0)
    problems.push(
      needs('AUTH_HEADER', 'AUTH_PROXIES', 'the networks of the proxies that may say who somebody is'),
    );
  for (const network of AUTH_PROXIES)
    if (/\/0+$/.test(network))
      problems.push(
        `AUTH_PROXIES: ${network} is every address, so anybody could say who they are. Name the proxies.`,
      );
  for (const name of ['AUTH_PROXIES', 'AUTH_EMAIL_HEADER', 'AUTH_GROUPS_HEADER'])
    if (AUTH_HEADER === undefined && given.includes(name))
      problems.push(needs(name, 'AUTH_HEADER', 'the header that says who somebody is'));
  if (OIDC_ISSUER === undefined && AUTH_HEADER === undefined)
    for (const name of ['OIDC_CREATE', 'OIDC_ROLES'])
      if (given.includes(name)) problems.push(needs(name, 'OIDC_ISSUER', 'or AUTH_HEADER'));
  if (OIDC_ISSUER === undefined && AUTH_HEADER !== undefined && OIDC_ROLES.length > 0) {
    if (AUTH_GROUPS_HEADER === undefined)
      problems.push(needs('OIDC_ROLES', 'AUTH_GROUPS_HEADER', 'the header that lists the groups'));
    for (const { claim } of OIDC_ROLES)
      if (claim !== 'groups')
        problems.push(`OIDC_ROLES: a proxy sends no claim "${claim}". Write groups:VALUE=ROLE@NEWSLETTER.`);
  }
  return problems;
}

/** The provider of single sign-on, as the settings describe it. */
export type ProviderSettings = {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** The name that people know: "Sign in with …". */
  name: string;
  scopes: string;
};

/** The headers in which proxies say who somebody is, and the networks of these proxies. */
export type HeaderSettings = {
  user: string;
  email: string | undefined;
  groups: string | undefined;
  proxies: string[];
};

/** The ways in which people sign in other than those that they have here. */
export type SignOn = {
  provider: ProviderSettings | undefined;
  header: HeaderSettings | undefined;
  creation: Creation;
  rules: RoleRule[];
  /** Whether our own ways to sign in are refused, except for printed links. */
  is_only: boolean;
};

export function signOnOf(config: SignOnConfig): SignOn {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '', AUTH_HEADER: user } = config;
  return {
    provider:
      issuer === undefined
        ? undefined
        : {
            issuer,
            client_id: OIDC_CLIENT_ID,
            client_secret: OIDC_CLIENT_SECRET,
            name: config.OIDC_NAME ?? new URL(issuer).hostname,
            scopes: config.OIDC_SCOPES,
          },
    header:
      user === undefined
        ? undefined
        : {
            user: user.toLowerCase(),
            email: config.AUTH_EMAIL_HEADER?.toLowerCase(),
            groups: config.AUTH_GROUPS_HEADER?.toLowerCase(),
            proxies: config.AUTH_PROXIES,
          },
    creation: config.OIDC_CREATE,
    rules: config.OIDC_ROLES,
    is_only: config.OIDC_ONLY === 'on',
  };
}

/** Returns the headers in which a proxy names a person. */
export function namingHeaders({ user, email, groups }: HeaderSettings): string[] {
  return [user, email, groups].filter(name => name !== undefined);
}
