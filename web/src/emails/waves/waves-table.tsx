import type { EmailWaves } from '../../../../src/client/schema.ts';
import { cityOf, momentOf } from '../../platform/time.ts';
import { waves as said } from '../../words/waves.ts';
import { words } from '../../words.ts';
import { FigureTable } from '../reports/figure-table.tsx';

const fewZones = 3;

/** The same as the bar, by time. */
export function WavesTable({
  waves,
  zone,
  isFrozen,
}: {
  waves: EmailWaves['waves'];
  zone: string;
  isFrozen: boolean;
}) {
  const sorted = waves.toSorted((a, b) => a.due_date.localeCompare(b.due_date));
  return (
    <details>
      <summary>{said.as_table}</summary>
      <FigureTable
        heads={[said.when, said.zones, isFrozen ? said.served : said.people]}
        rows={sorted.map(({ due_date, zones, people, served }) => [
          momentOf(new Date(due_date), zone),
          zonesOf(zones),
          isFrozen ? said.of(served, people) : words.number(people),
        ])}
      />
    </details>
  );
}

function zonesOf(zones: string[]): string {
  const named = zones.slice(0, fewZones).map(cityOf).join(', ');
  return zones.length > fewZones ? `${named} ${said.more(zones.length - fewZones)}` : named;
}
