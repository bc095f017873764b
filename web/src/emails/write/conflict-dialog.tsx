import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { type FieldName, type Fields, type Merged, shownValue } from '../fields.ts';
import { blocksOf, type Choice, type Piece, resolve } from '../merge.ts';
import { WordChanges } from '../revisions/word-changes.tsx';
import styles from './conflict-dialog.module.css';

/** Shows what was changed here and elsewhere. Each change can be chosen by itself, or all of one side at once. */
export function ConflictDialog({ draft, merged }: { draft: Draft; merged: Merged }) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const [taken, setTaken] = useState<ReadonlySet<FieldName>>(new Set());
  const mine = draft.fields.get();
  const { pieces, disputed, theirs, fields } = merged;
  const finish = () => {
    const theirFields = Object.fromEntries(
      disputed.filter(name => taken.has(name)).map(name => [name, theirs[name]]),
    );
    draft.settle({ ...fields, ...theirFields, body: resolve(pieces, choices) } as Fields);
  };
  return (
    <Dialog title={words.conflict.title} kind="wide">
      <p className={styles.explain}>{words.conflict.explain}</p>
      <div className={styles.pieces}>
        {disputed.map(name => (
          <section key={name} className={styles.change} aria-label={words.conflict.fields[name]}>
            <Choosing
              label={words.conflict.fields[name]}
              value={taken.has(name) ? 'theirs' : 'mine'}
              options={{ mine: words.conflict.mine, theirs: words.conflict.theirs }}
              onChange={choice => {
                const next = new Set(taken);
                if (choice === 'theirs') next.add(name);
                else next.delete(name);
                setTaken(next);
              }}
            />
            <WordChanges before={shownValue(mine[name], tags)} after={shownValue(theirs[name], tags)} />
          </section>
        ))}
        {pieces.map((piece, index) => (
          <PieceOf
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their order
            key={index}
            number={pieces.slice(0, index + 1).filter(({ kind }) => kind !== 'same').length}
            piece={piece}
            choice={choices.get(index)}
            onChoose={choice => setChoices(new Map(choices).set(index, choice))}
          />
        ))}
      </div>
      <DialogButtons>
        <Button look="quiet" onClick={() => draft.settle(theirs)}>
          {words.conflict.all_theirs}
        </Button>
        <Button look="quiet" onClick={() => draft.settle(mine)}>
          {words.conflict.all_mine}
        </Button>
        <Button look="solid" onClick={finish}>
          {words.conflict.apply}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

type Options<Value extends string> = {
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
};

function Choosing<Value extends string>(props: Options<Value>) {
  return (
    <div className={styles.choosing}>
      <strong>{props.label}</strong>
      <Segments {...props} />
    </div>
  );
}

type Shown = {
  number: number;
  piece: Piece;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

function PieceOf({ number, piece, choice, onChoose }: Shown) {
  if (piece.kind === 'same') {
    const count = blocksOf(piece.text).length;
    return <p className={styles.same}>{words.conflict.same(count)}</p>;
  }
  const { mine, theirs } =
    piece.kind === 'conflict'
      ? piece
      : piece.kind === 'mine'
        ? { mine: piece.text, theirs: piece.was }
        : { mine: piece.was, theirs: piece.text };
  const options = { mine: words.conflict.mine, theirs: words.conflict.theirs };
  const more = piece.kind === 'conflict' ? { ...options, both: words.conflict.both } : options;
  const value = choice ?? (piece.kind === 'theirs' ? 'theirs' : 'mine');
  return (
    <section className={styles.change} aria-label={words.conflict.piece(number)}>
      <Choosing
        label={words.conflict.piece(number)}
        value={value}
        options={more as Record<Choice, string>}
        onChange={onChoose}
      />
      <div className={styles.sides}>
        <Side name={words.conflict.mine} was={piece.was} text={mine} isTaken={value !== 'theirs'} />
        <Side name={words.conflict.theirs} was={piece.was} text={theirs} isTaken={value !== 'mine'} />
      </div>
    </section>
  );
}

function Side({ name, was, text, isTaken }: { name: string; was: string; text: string; isTaken: boolean }) {
  return (
    <div className={styles.side} data-taken={isTaken || undefined}>
      <small>{name}</small>
      {text.trim() === '' ? <p>{words.conflict.removed}</p> : <WordChanges before={was} after={text} />}
    </div>
  );
}
