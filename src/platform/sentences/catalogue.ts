import { audience } from './audience.ts';
import { automations } from './automations.ts';
import { backups } from './backups.ts';
import { bounces } from './bounces.ts';
import { bulkActions } from './bulk-actions.ts';
import { bundles } from './bundles.ts';
import { delivery } from './delivery.ts';
import { documents } from './documents.ts';
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
import { liquid } from './liquid.ts';
import { moving } from './moving.ts';
import { needs } from './needs.ts';
import { network } from './network.ts';
import { newsletters } from './newsletters.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { pictures } from './pictures.ts';
import { relays } from './relays.ts';
import { rendering } from './rendering.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { sequences } from './sequences.ts';
import { sites } from './sites.ts';
import { styles } from './styles.ts';
import { texts } from './texts.ts';
import { variables } from './variables.ts';
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
  bounces,
  bulk_actions: bulkActions,
  bundles,
  delivery,
  documents,
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
  liquid,
  moving,
  needs,
  network,
  newsletters,
  payments,
  people,
  pictures,
  relays,
  rendering,
  reports,
  requests,
  sequences,
  sites,
  styles,
  texts,
  variables,
  waits,
  webhooks,
} as const;
