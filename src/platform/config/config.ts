import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import '../issues.ts';
import { nearest } from '../nearest.ts';
import { readS3Url } from '../storage/s3.ts';
import { readCron } from './cron.ts';
import {
  addresses,
  cron,
  domain,
  domainLimits,
  isPublicKey,
  networks,
  percent,
  port,
  relays,
  secretKeys,
  secretWord,
  url,
  wholeNumber,
} from './rules.ts';
import { findSignOnProblems, signOnFields } from './sign-on.ts';

/** An invalid setting. The message names the variable and a valid value; main prints only that message. */
export class ConfigError extends Error {}

const witnessExample = 's3://ACCESS_KEY:SECRET@s3.example.org/bucket/postrider-witness?region=eu-1';

const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: url(['http:', 'https:'], 'https://news.example.org')
    .transform(text => text.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: addresses.optional(),
  DATABASE_READ_URL: addresses.optional(),
  DATABASE_READ_LAG_SECONDS: wholeNumber(5, 3600).default(10),
  DATABASE_DIRECT_URL: addresses.optional(),
  DATABASE_POOL: wholeNumber(2, 500).default(10),
  SECRET_KEY: secretKeys.optional(),
  SMTP_URL: relays.optional(),
  API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, 'use 32 to 200 printable characters without spaces')
    .optional(),
  POSTRIDER_URL: url(['http:', 'https:'], 'https://news.example.org').optional(),
  POSTRIDER_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'use the API key itself')
    .optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  LOG_FORMAT: z.enum(['pretty', 'json']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  RATE_LIMIT: wholeNumber(1, 10_000_000).default(600),
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(250),
  BODY_LIMIT_BYTES: wholeNumber(1024, 1_000_000_000).default(5 * 1024 * 1024),
  LEASE_SECONDS: wholeNumber(2, 3600).default(30),
  THEME_DIR: z.string().min(1).optional(),
  THEMES_DIR: z.string().min(1).optional(),
  UPLOAD_LIMIT_BYTES: wholeNumber(1024, 1_000_000_000).default(20 * 1024 * 1024),
  UPLOAD_QUOTA_BYTES: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(10 * 1024 ** 3),
  IMPORT_LIMIT_BYTES: wholeNumber(1024, Number.MAX_SAFE_INTEGER).default(20 * 1024 ** 3),
  EXPORT_DAYS: wholeNumber(1, 365).default(7),
  FENCE_NAME: z.string().trim().max(100).default(''),
  FENCE_WITNESS: url(['s3:'], witnessExample)
    .refine(text => readS3Url(text).path !== '', `name the object after the bucket, as in ${witnessExample}`)
    .optional(),
  FILES_URL: url(['s3:'], 's3://ACCESS_KEY:SECRET@s3.example.org/bucket?region=eu-1').optional(),
  IMAGES_URL: url(['http:', 'https:'], 'https://images.example.org')
    .transform(text => text.replace(/\/+$/, ''))
    .optional(),
  BACKUP_URL: z.string().min(1).optional(),
  BACKUP_BEFORE_UPGRADE: z.enum(['on', 'off'], 'use on or off').default('on'),
  BACKUP_CRON: cron.default(readCron('0 3 * * *')),
  BACKUP_PASSPHRASE: z.string().min(12, 'use at least 12 characters').max(1000).optional(),
  UNCERTAIN_WINDOW: wholeNumber(1, 10_000).default(100),
  SMTP_CONNECTIONS: wholeNumber(1, 200).default(10),
  SMTP_PATIENCE_SECONDS: wholeNumber(1, 300).default(20),
  RETRY_HOURS: wholeNumber(1, 720).default(72),
  HIT_DAYS: wholeNumber(1, 36_500).default(400),
  SENDING_TROUBLE_MINUTES: wholeNumber(1, 1440).default(15),
  DOMAIN_RATES: domainLimits,
  DOMAIN_CONNECTIONS: domainLimits.refine(
    limits => [...limits.values()].every(Number.isInteger),
    'use whole numbers',
  ),
  BREAKER_POLICY_PERCENT: percent.default(5),
  BREAKER_COMPLAINTS_PERCENT: percent.default(0.3),
  FEED_POLL_MINUTES: wholeNumber(1, 10_080).default(30),
  FEED_EMAILS_PER_POLL: wholeNumber(1, 10_000).default(10),
  WEBSUB: z.enum(['auto', 'on', 'off'], 'use auto, on or off').default('auto'),
  EVENT_DAYS: wholeNumber(7, 36_500).default(400),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: secretWord.optional(),
  BOUNCE_DOMAIN: domain.optional(),
  DKIM_ZONE: domain.optional(),
  BOUNCE_HOST: z.string().min(1).default('127.0.0.1'),
  BOUNCE_PORT: port.optional(),
  BOUNCE_LMTP_PORT: port.optional(),
  AUTHSERV_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'use a name such as mx.example.org')
    .optional(),
  SOFT_BOUNCES: wholeNumber(1, 1000).default(3),
  SOFT_BOUNCE_DAYS: wholeNumber(0, 180).default(15),
  FULL_MAILBOX_DAYS: wholeNumber(0, 180).default(60),
  SES_TOPIC_ARN: z
    .string()
    .regex(
      /^arn:aws[\w-]*:sns:[\w-]+:\d+:[\w.-]+$/,
      'use an ARN such as arn:aws:sns:eu-west-1:123456789012:bounces',
    )
    .optional(),
  POSTMARK_WEBHOOK_SECRET: secretWord.optional(),
  MAILGUN_SIGNING_KEY: secretWord.optional(),
  SENDGRID_PUBLIC_KEY: z
    .string()
    .refine(isPublicKey, 'use the verification key that SendGrid shows')
    .optional(),
  BREVO_WEBHOOK_SECRET: secretWord.optional(),
  RESEND_SIGNING_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{16,}=*$/,
      'use the signing secret that Resend shows, which begins with whsec_',
    )
    .optional(),
  MAILJET_WEBHOOK_SECRET: secretWord.optional(),
  SPARKPOST_WEBHOOK_SECRET: secretWord.optional(),
  STRIPE_URL: url(['http:', 'https:'], 'https://api.stripe.com').optional(),
  SIGN_UPS_PER_HOUR: wholeNumber(1, 10_000_000).default(60),
  TRUSTED_PROXIES: networks,
  ALLOWED_PRIVATE_NETWORKS: networks,
  ...signOnFields,
  AUTH_PROXIES: networks,
});

/** The settings that let a mail service report the outcome of mail, by service. */
export const feedbackSettings = {
  ses: 'SES_TOPIC_ARN',
  postmark: 'POSTMARK_WEBHOOK_SECRET',
  mailgun: 'MAILGUN_SIGNING_KEY',
  sendgrid: 'SENDGRID_PUBLIC_KEY',
  brevo: 'BREVO_WEBHOOK_SECRET',
  resend: 'RESEND_SIGNING_SECRET',
  mailjet: 'MAILJET_WEBHOOK_SECRET',
  sparkpost: 'SPARKPOST_WEBHOOK_SECRET',
} as const;

/** A mail service that reports to an address of ours. */
export type MailService = keyof typeof feedbackSettings;
export const mailServices = Object.keys(feedbackSettings) as MailService[];

/** Whether the text can be the secret that proves reports of this service, as its setting requires. */
export function canProve(service: MailService, text: string): boolean {
  return environment.shape[feedbackSettings[service]].safeParse(text).success;
}

export type Config = z.output<typeof environment> & { BASE_URL: string };

/**
 * Reads the settings from `env`, and those missing there from the file `.env` in the working directory. Throws
 * ConfigError that names every invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, file = '.env'): Config {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const named = Object.entries({ ...fromFile, ...env }).filter(([, value]) => value !== undefined);
  // An empty variable counts as not set, which is how shells and compose files write it.
  const given = named.filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  const problems = [
    ...describeMisspelt(
      named.map(([name]) => name),
      given.map(([name]) => name),
    ),
    ...(parsed.error?.issues ?? []).map(issue => `${issue.path.join('.')}: ${issue.message}`),
  ];
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  const config = parsed.data;
  if (config.ROLE !== 'all' && !config.DATABASE_URL) {
    throw new ConfigError(
      `ROLE: ${config.ROLE} shares a database with other processes, so DATABASE_URL must be set (PostgreSQL 15 or newer). To run without DATABASE_URL, use ROLE=all.`,
    );
  }
  if (config.DATABASE_READ_URL && !config.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_READ_URL: the embedded database has no replicas. Set DATABASE_URL too, or unset this.',
    );
  for (const name of ['BOUNCE_PORT', 'BOUNCE_LMTP_PORT'] as const) {
    if (config[name] !== undefined && !config.BOUNCE_DOMAIN)
      throw new ConfigError(
        `${name}: this needs BOUNCE_DOMAIN, the only domain that mail is accepted for. Set both.`,
      );
  }
  const unmatched = findSignOnProblems(
    config,
    given.map(([name]) => name),
  );
  if (unmatched.length > 0) throw new ConfigError(unmatched.join('\n'));
  return { ...config, BASE_URL: config.BASE_URL ?? `http://${localName(config.HOST)}:${config.PORT}` };
}

/** The shortest name that is compared: shorter names resemble those of many other programs. */
const shortestLikeness = 8;

/**
 * Describes names that differ from the name of a setting by one typing error, while that setting is absent. Anything else in the
 * environment may belong to other programs.
 */
function describeMisspelt(named: string[], given: string[]): string[] {
  const ours = Object.keys(environment.shape);
  const comparable = ours.filter(name => name.length >= shortestLikeness).map(name => name.toLowerCase());
  return given.flatMap(name => {
    if (ours.includes(name) || name.length < shortestLikeness) return [];
    const meant = nearest(name, comparable, 1)?.toUpperCase();
    if (meant === undefined || named.includes(meant)) return [];
    return `${name}: this is not a setting. Did you mean ${meant}? If it belongs to another program, also set ${meant}, which may be empty.`;
  });
}

/**
 * Whether people other than the users of this machine may reach the service: it listens on an address other than loopback, is behind a
 * proxy, or has a name that is not local.
 */
export function isExposed({
  BASE_URL,
  HOST,
  TRUSTED_PROXIES,
  AUTH_PROXIES,
}: Pick<Config, 'BASE_URL' | 'HOST' | 'TRUSTED_PROXIES' | 'AUTH_PROXIES'>): boolean {
  return (
    TRUSTED_PROXIES.length + AUTH_PROXIES.length > 0 || !isLocal(HOST) || !isLocal(new URL(BASE_URL).hostname)
  );
}

function isLocal(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}

function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
