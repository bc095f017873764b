import { useQuery } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import type { Fields } from '../fields.ts';
import { type Finding, previewQuery } from '../preview/preview.ts';
import styles from './findings.module.css';

type Found = {
  email: Email;
  fields: Fields;
  onJump: (line: number) => void;
  /** Gives the value a default, or the paywall something to hide. */
  onFix: (finding: Finding) => void;
};

/** Lists the service's findings on the email, most serious first, each with a link to its line. */
export function Findings({ email, fields, onJump, onFix }: Found) {
  const here = useHere();
  const { data } = useQuery(previewQuery(here, email, fields));
  const rank = { error: 0, warning: 1, hint: 2 };
  const findings = (data?.findings ?? []).toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  if (findings.length === 0) return null;
  return (
    <details className={styles.findings} open={findings[0]!.severity !== 'hint'}>
      <summary>{words.review.findings(findings.length)}</summary>
      <ul>
        {findings.map(finding => (
          <li key={keyOf(finding)} className={styles[finding.severity]}>
            {finding.detail} <Jump finding={finding} body={fields.body} onJump={onJump} />{' '}
            {(finding.kind === 'value_missing' || finding.kind === 'paywall_open') && (
              <button type="button" onClick={() => onFix(finding)}>
                {finding.kind === 'paywall_open' ? words.review.hide_rest : words.editor.add_default}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const keyOf = ({ kind, part, line, column, detail }: Finding) => [kind, part, line, column, detail].join(' ');

type Jumping = { finding: Finding; body: string; onJump: (line: number) => void };

function Jump({ finding: { part, line }, body, onJump }: Jumping) {
  if (part !== 'body' || line === null) return null;
  return (
    <button type="button" onClick={() => onJump(line)}>
      {words.review.jump(saidAt(body, line))}
    </button>
  );
}

/** Returns the first words of a line, or of the next line with words, without marks. */
function saidAt(body: string, line: number): string {
  const lines = body.split(/\r\n?|\n/).slice(line - 1, line + 2);
  const said = lines
    .map(text =>
      text
        .replace(/<[^>]*>|\]\([^)]*\)|\{[{%].*?[}%]\}|https?:\/\/\S+/g, ' ')
        .replace(/^\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+|#+\s+)*|[*_`~[\]!|]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find(text => /[\p{L}\p{N}]/u.test(text));
  if (said === undefined || said.length <= mostSaid) return said ?? '';
  return `${said.slice(0, mostSaid).replace(/\s+\S*$/, '')} …`;
}

/** The number of letters that identify a place. */
const mostSaid = 32;
