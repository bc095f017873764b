import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Import } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { Mark } from '../ui/chip.tsx';
import { PageTitle, Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { DropZone } from './drop-zone.tsx';
import styles from './moving.module.css';
import { importsQuery } from './queries.ts';

const said = words.imports;

/** Uploads files, and lists past imports. */
export function ImportsScreen() {
  const here = useHere();
  const imports = useQuery(importsQuery(here));
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      <DropZone here={here} />
      <Section title={said.past}>
        <Loaded query={imports} lines={3} height="56px">
          {data =>
            data.length === 0 ? (
              <p className={styles.note}>{said.none}</p>
            ) : (
              <Rows>
                {data.map(one => (
                  <PastImport key={one.id} here={here} one={one} />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function PastImport({ here, one }: { here: Here; one: Import }) {
  const { id, file_name, format, status, creation_date, report } = one;
  const zone = here.newsletter.timezone;
  const parts = (['created', 'updated', 'refused'] as const).flatMap(name => {
    const count = report.counts[name] ?? 0;
    return count > 0 ? said.part(count, said.parts[name]) : [];
  });
  return (
    <Row
      title={
        <Link
          to="/$newsletter/imports/$import"
          params={{ newsletter: here.newsletter.username, import: id }}
          className={styles.name}
        >
          {file_name || said.formats[format]}
        </Link>
      }
      note={
        <>
          {file_name && `${said.formats[format]} · `}
          <Time at={creation_date} zone={zone} precise />
          {parts.length > 0 && ` · ${parts.join(', ')}`}
        </>
      }
      action={<Mark strong={status === 'failed' || status === 'validated'}>{said.statuses[status]}</Mark>}
    />
  );
}
