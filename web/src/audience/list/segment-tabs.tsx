import { Link } from '@tanstack/react-router';
import type { Segment } from '../../../../src/client/schema.ts';
import { words } from '../../words.ts';
import type { Wanted } from '../queries.ts';
import styles from './subscribers-screen.module.css';

const said = words.subscribers;

/** Shows a tab for everybody and one for each segment. Shows nothing if there are no segments. */
export function SegmentTabs({
  newsletter,
  segments,
  wanted,
}: {
  newsletter: string;
  segments: Segment[];
  wanted: Wanted;
}) {
  if (segments.length === 0) return null;
  const { search, order } = wanted;
  const kept = { ...(search && { search }), ...(order && { order }) };
  const tab = (id: string | undefined, name: string) => (
    <li key={id ?? ''}>
      <Link
        to="/$newsletter/subscribers"
        params={{ newsletter }}
        search={wanted.segment === id ? wanted : { ...kept, ...(id && { segment: id }) }}
        activeOptions={{ exact: true, includeSearch: true }}
        resetScroll={false}
      >
        {name}
      </Link>
    </li>
  );
  return (
    <nav className={styles.tabs} aria-label={said.tabs}>
      <ul>
        {tab(undefined, said.everybody)}
        {segments.map(({ id, name }) => tab(id, name))}
      </ul>
    </nav>
  );
}
