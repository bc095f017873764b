// Shows what React alone costs: the interactions by which the dashboard is measured, with nothing behind them.
import { type ChangeEvent, createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

const pages = { first: 50, second: 50, long: 10_000 };
type Name = keyof typeof pages;

function Page() {
  const [name, show] = useState<Name>('first');
  const [text, write] = useState('word '.repeat(2000));
  const [on, toggle] = useState(false);
  const [open, ask] = useState(false);
  const button = (label: string, onClick: () => void) =>
    createElement('button', { key: label, type: 'button', onClick }, label);
  return createElement(
    'div',
    null,
    ...Object.keys(pages).map(label => button(label, () => show(label as Name))),
    button(on ? 'on' : 'off', () => toggle(!on)),
    button('ask', () => ask(true)),
    open &&
      createElement(
        'dialog',
        { open: true },
        createElement('input'),
        button('close', () => ask(false)),
      ),
    createElement('textarea', {
      value: text,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => write(event.target.value),
    }),
    createElement('h1', null, name),
    createElement(
      'ul',
      null,
      Array.from({ length: pages[name] }, (_, row) =>
        createElement('li', { key: row }, `Row ${row} of ${name}`),
      ),
    ),
  );
}

createRoot(document.getElementById('root')!).render(createElement(Page));
