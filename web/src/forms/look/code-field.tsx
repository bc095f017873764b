import { useId, useRef } from 'react';
import { words } from '../../words.ts';
import styles from './code-field.module.css';
import type { Finding } from './preview.tsx';

type Coded = {
  label: string;
  value: string;
  findings: readonly Finding[];
  error?: string | undefined;
  maxLength?: number;
  onChange: (text: string) => void;
};

/** Edits code, and names the unused lines below it. */
export function CodeField({ label, value, findings, error, maxLength, onChange }: Coded) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={styles.code}>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={field}
        id={id}
        value={value}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={findings.length > 0 || error ? `${id}-found` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-found`} role="status">
        {error && <p className={styles.error}>{error}</p>}
        <Found findings={findings} onGo={line => field.current && goTo(field.current, line)} />
      </div>
    </div>
  );
}

/** Lists unused parts with the reasons. Each links to its line. */
function Found({ findings, onGo }: { findings: readonly Finding[]; onGo: (line: number) => void }) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.found}>
      {findings.map(({ line, found, remedy }) => (
        <li key={`${line} ${found}`}>
          {line !== null && (
            <button type="button" aria-label={words.look.css.go(line)} onClick={() => onGo(line)}>
              {words.look.css.line(line)}
            </button>
          )}
          <span>
            {line === null ? capital(found) : found}
            {/[.!?]$/.test(found) ? '' : '.'} {remedy}
          </span>
        </li>
      ))}
    </ul>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Selects the line, counted from 1, and scrolls to it. */
function goTo(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 4);
}
