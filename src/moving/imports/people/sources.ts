import { beehiiv } from '../sources/beehiiv.ts';
import { buttondown } from '../sources/buttondown.ts';
import { csv } from '../sources/csv.ts';
import { ghost } from '../sources/ghost.ts';
import { jsonl } from '../sources/jsonl.ts';
import { kit } from '../sources/kit.ts';
import { listmonk } from '../sources/listmonk.ts';
import { mailchimp } from '../sources/mailchimp.ts';
import { mailerlite } from '../sources/mailerlite.ts';
import { substack } from '../sources/substack.ts';
import { wordpress } from '../sources/wordpress.ts';
import type { Source } from './line.ts';

/** Every source. They are asked in this order whether they recognise a file: any CSV comes last. */
export const sources: readonly Source[] = [
  buttondown,
  mailchimp,
  substack,
  ghost,
  kit,
  beehiiv,
  listmonk,
  mailerlite,
  wordpress,
  jsonl,
  csv,
];
