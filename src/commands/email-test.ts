import type { Config } from '../platform/config/config.ts';
import { counted, number } from '../platform/sentences/counted.ts';
import type { Screen } from './bulk.ts';
import { alignColumns } from './columns.ts';
import { UsageError } from './command.ts';
import type { Client } from './demo-client.ts';
import { demand, type MovingOptions, reach } from './moving.ts';

type TestOptions = MovingOptions & {
  variant?: string[];
  share?: string;
  measure?: string;
  'decide-after'?: string;
  'if-undecided'?: string;
};

const pathOf = (id: string) => `/v1/emails/${encodeURIComponent(id)}`;

/**
 * `postrider email test ID`: sets the test of the email if variants are given, and shows it. Throws UsageError for unreadable options, and
 * CommandError if the service refuses.
 */
export async function emailTest(
  config: Config,
  id: string,
  { url, key, ...given }: TestOptions,
  screen: Screen = process.stdout,
): Promise<void> {
  const ab_test = readTest(given);
  const { client } = await reach(config, { ...(url && { url }), ...(key && { key }) });
  if (ab_test !== undefined) await demand(client.call('PATCH', pathOf(id), { ab_test }));
  await show(client, id, screen);
}

/** `postrider email decide ID`: decides the test, and shows it. Throws UsageError without a variant, and CommandError if the service refuses. */
export async function decideTest(
  config: Config,
  id: string,
  { variant, ...options }: MovingOptions & { variant?: string },
  screen: Screen = process.stdout,
): Promise<void> {
  if (variant === undefined || !/^([1-4]|split)$/.test(variant))
    throw new UsageError('--variant: use the number of a variant, from 1, or split');
  const { client } = await reach(config, options);
  const body = { variant: variant === 'split' ? variant : Number(variant) };
  await demand(client.call('POST', `${pathOf(id)}/ab-test/decide`, body));
  await show(client, id, screen);
}

/** Reads the test that the options describe; null for no test, undefined if the options do not mention one. */
function readTest({ variant, share, measure, ...times }: Omit<TestOptions, 'url' | 'key'>) {
  const { 'decide-after': decide_after, 'if-undecided': if_undecided } = times;
  if (variant === undefined) {
    if (share ?? measure ?? decide_after ?? if_undecided) throw new UsageError('Name a --variant, too');
    return undefined;
  }
  if (variant.length === 1 && variant[0] === 'none') return null;
  return {
    variants: variant.map(readVariant),
    ...(share !== undefined && { share: Number(share) }),
    ...(measure !== undefined && { measure }),
    ...(decide_after !== undefined && { decide_after: Number(decide_after) }),
    ...(if_undecided !== undefined && { if_undecided }),
  };
}

function readVariant(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--variant: use JSON such as '{"subject":"Another"}', not ${text}`);
  }
}

const percent = (share: number) => `${number(Math.round(share * 1000) / 10)} %`;

async function show(client: Client, id: string, screen: Screen): Promise<void> {
  const { ab_test } = await demand(client.call('GET', pathOf(id)));
  if (ab_test === null) return void screen.write('The email has no A/B test.\n');
  const test = await demand(client.call('GET', `${pathOf(id)}/ab-test`));
  const deed = ab_test.measure === 'opens' ? 'opened' : 'clicked';
  screen.write(`${stateOf(test)}\n`);
  const rows = test.variants.map((one: Variant) => [
    String(one.variant),
    one.subject,
    number(one.people),
    part(one),
    `${percent(one.low)} to ${percent(one.high)}`,
    percent(one.decided_from?.best ?? one.best),
    part(one.rest),
    number(one.unsubscriptions + one.rest.unsubscriptions),
    number(one.complaints + one.rest.complaints),
  ]);
  const heads = ['', 'subject', 'people', deed, 'between', 'best', 'the rest', 'unsubscribed', 'spam'];
  screen.write(alignColumns([heads, ...rows]));
  if (!test.is_advised)
    screen.write('With fewer than 250 people for each variant, the result is little more than chance.\n');
}

type Result = { people: number; counted: number; acted: number; unsubscriptions: number; complaints: number };
type Variant = Result & {
  variant: number;
  subject: string;
  low: number;
  high: number;
  best: number;
  decided_from: { best: number } | null;
  rest: Result;
};

function part({ acted, counted: all }: Result): string {
  return all === 0 ? '' : `${number(acted)} of ${number(all)}, ${percent(Math.min(1, acted / all))}`;
}

type Test = {
  state: string;
  people_each: number;
  rest: number;
  winner: number | null;
  decide_date: string | null;
  smallest_difference: number | null;
};

function stateOf({ state, people_each, rest, winner, decide_date, smallest_difference }: Test): string {
  const gets =
    winner === null ? 'Each variant goes to a part of the rest.' : `The rest gets number ${winner}.`;
  if (state === 'running') return `The test is running. It is decided at ${decide_date}.`;
  if (state === 'winner') return `Number ${winner} is the winner. ${gets}`;
  if (state === 'undecided') return `No variant was better at 95 %. ${gets}`;
  if (state === 'by_hand') return `Decided by hand. ${gets}`;
  const each = `Each variant goes to ${counted(people_each, 'person', 'people')}, and ${number(rest)} wait.`;
  return smallest_difference === null
    ? `${each} With so few people, no difference would show, however large.`
    : `${each} With this many people, only differences above ${number(Math.round(smallest_difference * 1000) / 10)} points show.`;
}
