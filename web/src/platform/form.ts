import type { FormEvent } from 'react';

/** Returns a handler for `onSubmit` that passes on the entered values and the form. The browser stays on the page. */
export function submitted(take: (entered: FormData, form: HTMLFormElement) => void) {
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    take(new FormData(event.currentTarget), event.currentTarget);
  };
}

/** Returns the value of a field, trimmed; empty for a field that is not shown. */
export function textOf(entered: FormData, name: string): string {
  return String(entered.get(name) ?? '').trim();
}
