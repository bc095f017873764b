import { useState } from 'react';
import { keysOf, linesOfFields } from '../../sequences/steps.ts';
import { Field, TextField } from '../../ui/field.tsx';
import { words } from '../../words.ts';
import { linesOf } from '../settings.ts';
import type { StepPart } from './draft.ts';
import { EmailType, OtherNewsletter, WhatToExport } from './special-fields.tsx';

const said = words.step_editor;

/** Edits the settings of steps that neither mail nor change tags. */
export function OtherFields(part: StepPart) {
  const { action, onChange } = part;
  const { type, metadata } = action;
  const text = (name: string) => (typeof metadata[name] === 'string' ? (metadata[name] as string) : '');
  const change = (name: string) => (value: string) => onChange({ ...metadata, [name]: value });
  switch (type) {
    case 'add_metadata':
      return (
        <Lines
          key={type}
          {...part}
          label={said.fields}
          hint={said.fields_hint}
          shown={linesOfFields(metadata)}
          read={fieldsOf}
        />
      );
    case 'remove_metadata':
      return (
        <Lines
          key={type}
          {...part}
          label={said.field_names}
          hint={said.field_names_hint}
          shown={keysOf(metadata)}
          read={keys => ({ keys })}
        />
      );
    case 'send_notification':
      return (
        <>
          <Field
            label={said.notice_subject}
            required
            maxLength={200}
            value={text('subject')}
            onChange={({ target }) => change('subject')(target.value)}
          />
          <TextField
            label={said.notice_text}
            maxLength={2000}
            value={text('text')}
            onChange={({ target }) => change('text')(target.value)}
          />
        </>
      );
    case 'send_post_request':
      return (
        <>
          <Field
            type="url"
            label={said.url}
            required
            maxLength={2000}
            value={text('url')}
            onChange={({ target }) => change('url')(target.value)}
          />
          <Field
            label={said.signing_key}
            hint={said.signing_hint}
            maxLength={200}
            autoComplete="off"
            value={text('signing_key')}
            onChange={({ target }) => change('signing_key')(target.value)}
          />
        </>
      );
    case 'create_subscriber':
      return <OtherNewsletter key={type} {...part} />;
    case 'create_export':
      return <WhatToExport {...part} />;
    case 'update_email_type':
      return <EmailType {...part} />;
    default:
      return null;
  }
}

/** Keeps the text as it was typed, and passes on its meaning. */
function Lines({
  label,
  hint,
  shown,
  read,
  onChange,
}: StepPart & {
  label: string;
  hint: string;
  shown: string[];
  read: (lines: string[]) => Record<string, unknown>;
}) {
  const [typed, setTyped] = useState(shown.join('\n'));
  return (
    <TextField
      label={label}
      hint={hint}
      required
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(read(linesOf(target.value)));
      }}
    />
  );
}

/** Reads metadata such as "plan: trial", one field on each line. */
function fieldsOf(lines: string[]): Record<string, unknown> {
  const entries = lines.map(line => {
    const [key = '', ...rest] = line.split(':');
    return [key.trim(), rest.join(':').trim()] as const;
  });
  return { metadata: Object.fromEntries(entries.filter(([key]) => key !== '')) };
}
