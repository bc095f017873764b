import { appleAgent, clientOf, gmailProxy, machineReason, yahooProxy } from './agents.ts';
import { type Classification, canaryNumber, type HitFacts } from './hit.ts';

/** Increase this number with every change of the rules; `postrider reclassify` then reclassifies stored hits. */
export const ruleVersion = 1;

/** The shortest time that a person needs between the mail server's 250 and a click: the mail has to arrive and be opened. */
const soonSeconds = 5;
/** Links followed within this time form one burst, in milliseconds. */
const burstMilliseconds = 3000;
/** A person does not follow this many different links in a burst, nor all links of an email. */
const burstLinks = 3;
/** A program that follows the invisible link follows the other links within this time, in milliseconds. */
const canaryMilliseconds = 10_000;

/**
 * Classifies the hits that one recipient of one email caused, in order of date, by the data of each hit and by the others around it.
 * `link_count` is the number of links in the email. Uses nothing else, so that it can be repeated.
 */
export function classifyHits(hits: readonly HitFacts[], link_count: number): Classification[] {
  const times = hits.map(({ date }) => Date.parse(date));
  const around = hits.map(() => new Set<string>());
  let marked = 0;
  for (const [from, to] of burstsOf(hits, times, link_count))
    for (marked = Math.max(marked, from); marked <= to; marked += 1) around[marked]!.add('burst');
  for (const [at, hit] of hits.entries()) {
    if (hit.kind !== 'click' || hit.link_number !== canaryNumber) continue;
    for (const [other, time] of times.entries())
      if (Math.abs(time - times[at]!) <= canaryMilliseconds) around[other]!.add('canary');
  }
  return hits.map((hit, at) => classifyHit(hit, [...around[at]!]));
}

function classifyHit(hit: HitFacts, around: string[]): Classification {
  const client = clientOf(hit.agent);
  const machine = [...ownReasons(hit), ...around];
  if (machine.length > 0) return { verdict: 'machine', reasons: machine, client };
  if (hit.kind === 'click') return { verdict: 'human', reasons: [], client };
  if (hit.agent === appleAgent || isApples(hit.network))
    return { verdict: 'proxied', reasons: ['apple_mail_privacy'], client };
  if (gmailProxy.test(hit.agent)) return { verdict: 'human', reasons: ['gmail_proxy'], client };
  if (yahooProxy.test(hit.agent)) return { verdict: 'human', reasons: ['yahoo_proxy'], client };
  return { verdict: 'human', reasons: [], client };
}

function ownReasons({ kind, method, agent, purpose, seconds_after }: HitFacts): string[] {
  const reasons: (string | false | undefined)[] = [
    method === 'HEAD' && 'head',
    /prefetch|prerender|preview/i.test(purpose) && 'prefetch',
  ];
  if (kind === 'click') {
    reasons.push(
      seconds_after !== null && seconds_after < soonSeconds && 'too_soon',
      agent === appleAgent && 'agent_bare',
      gmailProxy.test(agent) || yahooProxy.test(agent) ? 'image_proxy' : machineReason(agent),
    );
  } else if (!gmailProxy.test(agent) && !yahooProxy.test(agent)) reasons.push(machineReason(agent));
  return reasons.filter(reason => typeof reason === 'string');
}

/** Whether the network is Apple's own, 17.0.0.0/8. */
function isApples(network: string): boolean {
  return network.startsWith('17.');
}

/** Finds the bursts, as the indexes of their first and last hit. */
function* burstsOf(
  hits: readonly HitFacts[],
  times: readonly number[],
  link_count: number,
): Generator<[number, number]> {
  const enough = link_count >= 2 ? Math.min(link_count, burstLinks) : burstLinks;
  const within = new Map<number, number>();
  let to = 0;
  for (let from = 0; from < hits.length; from += 1) {
    for (; to < hits.length && times[to]! - times[from]! <= burstMilliseconds; to += 1) count(to, 1);
    if (within.size >= enough) yield [from, to - 1];
    count(from, -1);
  }

  function count(at: number, change: number): void {
    const { link_number } = hits[at]!;
    if (link_number === null || link_number === canaryNumber) return;
    const left = (within.get(link_number) ?? 0) + change;
    if (left > 0) within.set(link_number, left);
    else within.delete(link_number);
  }
}
