import { audience } from './audience.ts';
import { automations } from './automations.ts';
import { backups } from './backups.ts';
import { bulkActions } from './bulk-actions.ts';
import { delivery } from './delivery.ts';
import { domains } from './domains.ts';
import { emails } from './emails.ts';
import { explain } from './explain.ts';
import { feeds } from './feeds.ts';
import { files } from './files.ts';
import { findings } from './findings.ts';
import { holds } from './holds.ts';
import { input } from './input.ts';
import { items } from './items.ts';
import { lines } from './lines.ts';
import { moving } from './moving.ts';
import { needs } from './needs.ts';
import { network } from './network.ts';
import { newsletters } from './newsletters.ts';
import { people } from './people.ts';
import { relays } from './relays.ts';
import { rendering } from './rendering.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { sequences } from './sequences.ts';
import { sites } from './sites.ts';
import { texts } from './texts.ts';
import { waits } from './waits.ts';
import { webhooks } from './webhooks.ts';

/**
 * Every sentence that the service says to a screen, by what it is about. A wording may change; its name is its code for programs and
 * for translations, and stays.
 */
export const catalogue = {
  audience,
  automations,
  backups,
  bulk_actions: bulkActions,
  delivery,
  domains,
  emails,
  explain,
  feeds,
  files,
  findings,
  holds,
  input,
  items,
  lines,
  moving,
  needs,
  network,
  newsletters,
  people,
  relays,
  rendering,
  reports,
  requests,
  sequences,
  sites,
  texts,
  waits,
  webhooks,
} as const;
