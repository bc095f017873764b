import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import { SimulatorFrame } from '../simulator-frame.tsx';
import styles from './editor.module.css';
import { backToSequences, SequenceEditor } from './sequence-editor.tsx';
import { draftFrom, templateNames } from './templates.ts';

const said = words.sequence_editor;

/** Creates a sequence: first asks for a template, then opens the editor. */
export function NewSequenceScreen() {
  const here = useHere();
  const { template } = useSearch({ from: '/$newsletter/sequences/new' });
  const navigate = useNavigate({ from: '/$newsletter/sequences/new' });
  if (template !== undefined)
    return (
      <SequenceEditor
        key={template}
        title={said.title_new}
        sequence={undefined}
        initial={draftFrom(template)}
        onOther={() => void navigate({ search: {} })}
      />
    );
  return (
    <SimulatorFrame title={said.title_new} back={backToSequences(here)}>
      <p className={styles.choose}>{said.choose}</p>
      <ul className={styles.templates}>
        {templateNames.map(name => (
          <li key={name}>
            <Link
              to="/$newsletter/sequences/new"
              params={{ newsletter: here.newsletter.username }}
              search={{ template: name }}
            >
              {said.templates[name].name}
            </Link>
            <p>{said.templates[name].detail}</p>
          </li>
        ))}
      </ul>
    </SimulatorFrame>
  );
}
